-- By hand: a broker looks for a part of a code among its own. Without a broker the index serves as the one on codes alone did.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "resource_code_parts" ON "resource" USING gin ("broker_id", "external_code" gin_trgm_ops);
