SHOW SESSION STATUS WHERE Variable_name IN ('Ssl_cipher', 'Compression', 'Threads_connected');
