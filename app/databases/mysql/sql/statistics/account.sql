-- Who asks, as the server has resolved it; everybody may.
SELECT CURRENT_USER() AS account
