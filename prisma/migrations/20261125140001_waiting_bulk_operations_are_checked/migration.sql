-- By hand.
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "bulk_operation_approved_by_fkey";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "finished_at_when_ended";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "another_person_approves";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "approved_at_by_somebody";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "only_what_needs_approval_is_approved";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "unapproved_is_not_processed";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "awaits_an_approval_that_is_due";
ALTER TABLE "bulk_operation" VALIDATE CONSTRAINT "rate_of_bulk_operation";
