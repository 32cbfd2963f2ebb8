-- AlterTable
ALTER TABLE "resource" ADD COLUMN "imsi" TEXT;



-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "resource" ADD CONSTRAINT "imsi_has_14_or_15_digits" CHECK (imsi ~ '^[0-9]{14,15}$') NOT VALID;
