-- All subscribers of the register are read once in a round, for those that no line has.
ALTER TABLE "reconciliation" ADD COLUMN "register_due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "reconciliation" ADD COLUMN "register_listed_at" TIMESTAMPTZ(3);

CREATE TABLE "subscriber_check" (
    "resource_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "imsi" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "subscriber_check_pkey" PRIMARY KEY ("resource_id"),
    CONSTRAINT "subscriber_check_resource_id_broker_id_fkey" FOREIGN KEY ("resource_id", "broker_id")
        REFERENCES "resource" ("id", "broker_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "subscriber_check_due_at_idx" ON "subscriber_check" ("due_at");
