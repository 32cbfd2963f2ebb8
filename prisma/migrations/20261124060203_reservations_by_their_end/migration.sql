-- By hand: a broker lists what ends within a time; what is ACTIVE ends after now. Reservations of orders never end by the clock and are in no list.

-- An interrupted run leaves an invalid index: drop it before the next run, which is refused otherwise.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "reservations_by_end" ON "reservation" ("broker_id", "expires_at", "id") WHERE expires_at < 'infinity';
