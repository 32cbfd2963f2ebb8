-- AlterTable
ALTER TABLE "broker" ADD COLUMN "code" TEXT,
ADD COLUMN "status" TEXT NOT NULL DEFAULT 'ACTIVE',
ADD COLUMN "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "broker" ADD CONSTRAINT "code_of_a_broker_has_its_form" CHECK (code ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$') NOT VALID;

-- Each event of a broker follows the one before it, also for brokers that were there before.
INSERT INTO "event" (broker_id, type, resource_type, resource_id, to_status, at)
SELECT id, 'broker.created', 'broker', id, status, created_at
FROM "broker";
