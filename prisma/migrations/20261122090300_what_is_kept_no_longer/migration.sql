-- By hand: what the sweep walks along.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "kept_no_longer" ON "resource_state" ("reserved_until") WHERE reserved_until IS NOT NULL;
