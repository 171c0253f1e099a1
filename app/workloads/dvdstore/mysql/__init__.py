"""DVD Store on MySQL and MariaDB."""
