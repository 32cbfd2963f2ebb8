-- By hand: `one_port_out_at_a_time` holds what it held, and more.
-- squawk-ignore prefer-robust-stmts
DROP INDEX CONCURRENTLY "one_port_out_under_way";
