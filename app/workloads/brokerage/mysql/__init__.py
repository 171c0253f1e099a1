"""Brokerage on MySQL 8 and MariaDB."""
