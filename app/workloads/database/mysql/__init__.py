"""MySQL 8 and MariaDB."""
