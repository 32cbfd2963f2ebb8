ALTER TABLE "operator" VALIDATE CONSTRAINT "a_subject_has_an_issuer";
ALTER TABLE "operator_session" VALIDATE CONSTRAINT "a_session_has_a_way";
