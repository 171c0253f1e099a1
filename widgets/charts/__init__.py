"""Charts that paint the arrays they are given."""
