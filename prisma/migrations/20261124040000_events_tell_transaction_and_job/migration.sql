-- AlterTable
ALTER TABLE "event" ADD COLUMN "job" TEXT,
ADD COLUMN "transaction_id" xid8;
