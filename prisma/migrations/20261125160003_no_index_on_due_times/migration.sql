-- The index on next looks replaces it.

-- squawk-ignore prefer-robust-stmts
DROP INDEX CONCURRENTLY "orders_due_of_broker";
