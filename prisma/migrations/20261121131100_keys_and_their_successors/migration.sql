-- AlterTable
ALTER TABLE "api_key" ADD COLUMN "lasts_until" TIMESTAMPTZ(3);

-- Of a key that was rolled already, the earlier end is the one that is known.
UPDATE "api_key" SET "lasts_until" = "expires_at";
