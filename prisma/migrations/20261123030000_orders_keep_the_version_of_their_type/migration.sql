-- AlterTable
ALTER TABLE "orders" ADD COLUMN "type_version" INTEGER NOT NULL DEFAULT 1;

-- From here on by hand: what Prisma's schema cannot say. Orders of before this column, and of programs that do not know it, are of version 1.
ALTER TABLE "orders" ADD CONSTRAINT "type_version_is_positive" CHECK ("type_version" > 0) NOT VALID;
