-- By hand: while it is being cancelled a port-out may still go on, so that its line has no second one.

-- An interrupted run leaves an invalid index: drop it before the next run, which is refused otherwise.
-- squawk-ignore prefer-robust-stmts
CREATE UNIQUE INDEX CONCURRENTLY "one_port_out_at_a_time" ON "port_out" ("line_id") WHERE status IN ('PENDING', 'CANCELLING', 'IN_PROGRESS');
