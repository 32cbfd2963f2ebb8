-- AlterTable
ALTER TABLE "order_step" ADD COLUMN "found" JSONB;



-- From here on by hand: what Prisma's schema cannot say.

-- What was found is an object, and belongs to a call that may have been made: a step that has not started has found nothing.
ALTER TABLE "order_step" ADD CONSTRAINT "found_before_a_call" CHECK (found IS NULL OR (jsonb_typeof(found) = 'object' AND attempt > 0)) NOT VALID;
