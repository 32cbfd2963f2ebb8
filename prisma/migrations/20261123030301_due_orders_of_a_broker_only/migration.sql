-- By hand: no statement reads due orders past their brokers any more, and each write of an order kept both indexes.
DROP INDEX CONCURRENTLY IF EXISTS "orders_due";
