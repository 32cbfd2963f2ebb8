-- AlterTable
ALTER TABLE "payment" ADD COLUMN "refunds_asked" DECIMAL(14,2) NOT NULL DEFAULT 0,
  ADD COLUMN "refunded" DECIMAL(14,2) NOT NULL DEFAULT 0;

-- By hand: what Prisma's schema cannot say.

ALTER TABLE "payment" ADD CONSTRAINT "no_more_refunded_than_paid"
  CHECK (refunded >= 0 AND refunded <= refunds_asked AND refunds_asked <= amount) NOT VALID;
ALTER TABLE "payment" ADD CONSTRAINT "only_what_was_paid_is_refunded"
  CHECK (refunds_asked = 0 OR status IN ('CONFIRMED', 'REFUNDED', 'CHARGED_BACK')) NOT VALID;
