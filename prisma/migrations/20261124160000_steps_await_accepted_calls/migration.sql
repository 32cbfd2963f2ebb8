-- AlterTable
ALTER TABLE "order_step" ADD COLUMN "awaited_reference" TEXT;
ALTER TABLE "order_step" ADD COLUMN "awaited_until" TIMESTAMPTZ(3);



-- From here on by hand: what Prisma's schema cannot say.

-- An awaited call has a deadline, and only a call of a running or undone step is awaited.
ALTER TABLE "order_step" ADD CONSTRAINT "awaited_call_has_a_deadline" CHECK ((awaited_reference IS NULL) = (awaited_until IS NULL)) NOT VALID;
ALTER TABLE "order_step" ADD CONSTRAINT "only_started_steps_await" CHECK (awaited_reference IS NULL OR status IN ('RUNNING', 'ROLLING_BACK')) NOT VALID;
