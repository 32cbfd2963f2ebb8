-- By hand. A refused call changed nothing, so its step has nothing to undo. Of attempts that were made before this column was there
-- nothing is known: for them it stays behind `attempt`, and their steps are undone as ever.
ALTER TABLE "order_step" ADD COLUMN "refused_attempts" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "order_step" ADD CONSTRAINT "refused_attempts_were_made" CHECK (refused_attempts BETWEEN -1 AND attempt) NOT VALID;
