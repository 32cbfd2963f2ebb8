-- AlterTable
ALTER TABLE "orders" ADD COLUMN "job" TEXT,
ADD COLUMN "key_id" UUID;
