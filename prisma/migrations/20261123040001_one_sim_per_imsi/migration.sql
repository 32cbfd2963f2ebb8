-- By hand: before the column has values, so that values that old SIMs share cannot break it. A withdrawn SIM keeps its IMSI.

-- Where this is broken off it leaves an index that nobody uses: said again, it is refused until that one is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "one_sim_per_imsi" ON "resource" ("imsi") WHERE imsi IS NOT NULL;
