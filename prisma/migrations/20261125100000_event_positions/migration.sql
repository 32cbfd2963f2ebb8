-- The position of an event in the feed. One sequencer assigns it after the event's transaction has committed. No foreign key: events are never
-- deleted, and checking one would cost more than the row.
CREATE TABLE "event_position" (
    "position" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL,

    CONSTRAINT "event_position_pkey" PRIMARY KEY ("position")
);

CREATE UNIQUE INDEX "event_position_seq_key" ON "event_position"("seq");

-- What the sequencer has read: one row, which it locks.
CREATE TABLE "event_sequencer" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "transaction_id" BIGINT NOT NULL,
    "newest_seq" BIGINT NOT NULL DEFAULT 0,
    "newest_position" BIGINT NOT NULL DEFAULT 0,
    "open_transactions" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],
    "open_after" BIGINT[] NOT NULL DEFAULT ARRAY[]::BIGINT[],

    CONSTRAINT "event_sequencer_pkey" PRIMARY KEY ("id")
);

-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "event_position" ADD CONSTRAINT "positions_begin_at_1" CHECK (position > 0);
ALTER TABLE "event_sequencer" ADD CONSTRAINT "one_sequencer" CHECK (id = 1);
ALTER TABLE "event_sequencer" ADD CONSTRAINT "each_open_transaction_has_its_start" CHECK (cardinality(open_transactions) = cardinality(open_after));

INSERT INTO "event_sequencer" (transaction_id) VALUES (pg_current_xact_id()::text::bigint);
