ALTER TABLE "unanswered_call" VALIDATE CONSTRAINT "known_kind_of_unanswered_call";
