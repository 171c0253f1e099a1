-- A customer becomes a member; no row where it is one. ?1 customer, ?2 kind, ?3 until
INSERT INTO MEMBERSHIP (CUSTOMERID, MEMBERSHIPTYPE, EXPIREDATE) VALUES (?1, ?2, ?3)
ON CONFLICT (CUSTOMERID) DO NOTHING
RETURNING 1
