-- By hand.
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "runs_no_faster_than_approved";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "rate_of_approval_is_approved";
