-- The ids of runs go on behind those that were built.
DBCC CHECKIDENT ('PRODUCTS', RESEED, :products);

DBCC CHECKIDENT ('CUSTOMERS', RESEED, :customers);

DBCC CHECKIDENT ('ORDERS', RESEED, :orders);
