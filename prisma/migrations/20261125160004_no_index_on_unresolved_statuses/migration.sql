-- The index on failed orders replaces it.

-- squawk-ignore prefer-robust-stmts
DROP INDEX CONCURRENTLY "orders_unresolved";
