-- The index of those that are next replaces it.

-- squawk-ignore prefer-robust-stmts
DROP INDEX CONCURRENTLY "webhook_deliveries_due";
