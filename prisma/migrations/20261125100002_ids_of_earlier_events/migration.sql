-- Events of before have random ids (version 4) that do not tell their number. New events have version 8 and are not in this index.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "event_id_of_earlier" ON "event"("id") WHERE (get_byte(uuid_send(id), 6) >> 4) = 4;
