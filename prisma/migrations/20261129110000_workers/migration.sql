-- The workers report themselves here. The table has a row for each, so it needs no index for times; without one, a
-- report writes no index.
CREATE TABLE "worker" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "queue" TEXT NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "systems" JSONB NOT NULL DEFAULT '[]',
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "worker_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "worker_takes_jobs_from" CHECK (queue IN ('redis', 'postgres')),
    CONSTRAINT "worker_has_slots" CHECK (concurrency > 0)
) WITH (fillfactor = 50);
