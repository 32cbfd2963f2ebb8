-- By hand: how many numbers and SIMs a broker has taken into use in the last days.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "allocation_broker_id_held_from_idx" ON "allocation" ("broker_id", "held_from");
