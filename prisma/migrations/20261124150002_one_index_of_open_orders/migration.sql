-- The index on resources replaces it.

-- squawk-ignore prefer-robust-stmts
DROP INDEX CONCURRENTLY "one_open_order_per_line";
