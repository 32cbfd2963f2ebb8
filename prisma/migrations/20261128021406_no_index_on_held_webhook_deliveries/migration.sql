-- The index by position replaces it.

-- squawk-ignore prefer-robust-stmts
DROP INDEX CONCURRENTLY "webhook_deliveries_held";
