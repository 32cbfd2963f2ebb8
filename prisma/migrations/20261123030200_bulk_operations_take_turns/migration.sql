-- AlterTable
ALTER TABLE "bulk_operation" ADD COLUMN "last_turn_at" TIMESTAMPTZ(6);
