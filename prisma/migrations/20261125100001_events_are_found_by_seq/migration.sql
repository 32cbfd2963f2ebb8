-- An event takes its number after its transaction has an id. So a transaction with an id above that of the sequencer writes only numbers above
-- those that the sequencer could see, and the sequencer need not search below them.
ALTER TABLE "event" ALTER COLUMN "seq" SET DEFAULT CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('event_seq_seq'::regclass) END;

-- The first twelve digits of the id are the number, so that an event is found by its id without an index on it. The rest is random.
ALTER TABLE "event" ALTER COLUMN "id" SET DEFAULT (lpad(to_hex(currval('event_seq_seq'::regclass)), 12, '0') || '8' || substr(gen_random_uuid()::text, 16))::uuid;
