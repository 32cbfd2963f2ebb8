-- AlterTable: events of before have none, and committed long ago. Set after the column was added, so that the table is not rewritten.
ALTER TABLE "event" ALTER COLUMN "transaction_id" SET DEFAULT pg_current_xact_id();
