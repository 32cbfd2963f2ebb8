-- squawk-ignore-file constraint-missing-not-valid
-- Who is on the failed orders of a type, a step and an error, and a note for the next person.
CREATE TABLE "incident" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "type" TEXT NOT NULL,
    "step" TEXT NOT NULL,
    "error_code" TEXT NOT NULL,
    "assignee_id" UUID,
    "assigned_at" TIMESTAMPTZ(3),
    "note" TEXT,
    "noted_by" UUID,
    "noted_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "incident_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "assigned_at_a_time" CHECK (num_nonnulls(assignee_id, assigned_at) <> 1),
    CONSTRAINT "noted_by_somebody" CHECK (num_nonnulls(note, noted_by, noted_at) IN (0, 3))
);
CREATE UNIQUE INDEX "incident_error_code_step_type_key" ON "incident" ("error_code", "step", "type");
CREATE INDEX "incident_created_at_id_idx" ON "incident" ("created_at", "id");

-- A pause may end by itself.
ALTER TABLE "pause"
  ADD COLUMN "ends_at" TIMESTAMPTZ(3),
  ADD CONSTRAINT "pause_ends_after_it_began" CHECK (ends_at > created_at);

-- The words of a system that refused an attempt, masked, for operators. The workers of the previous release write none.
ALTER TABLE "order_attempt" ADD COLUMN "system_text" TEXT;
