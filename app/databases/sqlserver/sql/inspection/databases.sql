SELECT name, recovery_model_desc AS recovery, delayed_durability_desc AS delayed, compatibility_level AS compatibility
FROM sys.databases WHERE name IN (?, ?, 'model');
