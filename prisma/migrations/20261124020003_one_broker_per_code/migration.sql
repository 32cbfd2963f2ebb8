-- By hand: in a migration of its own, because the table is written meanwhile.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "broker_code_key" ON "broker" ("code");
