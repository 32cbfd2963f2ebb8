-- The words of a system that refused an attempt, masked, for operators. The workers of the previous release write none.
ALTER TABLE "order_attempt" ADD COLUMN "system_text" TEXT;
