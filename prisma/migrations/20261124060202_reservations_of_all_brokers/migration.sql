-- By hand: an operator lists the reservations of every broker. Reservations of orders never end by the clock and are in no list.

-- An interrupted run leaves an invalid index: drop it before the next run, which is refused otherwise.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "reservations_of_all" ON "reservation" ("created_at", "id") WHERE expires_at < 'infinity';
