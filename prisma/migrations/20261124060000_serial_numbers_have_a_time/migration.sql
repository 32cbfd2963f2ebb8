-- Lists are sorted by it. Those that are there already get the time of this migration.
ALTER TABLE "serial_number" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
