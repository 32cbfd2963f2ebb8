-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion
-- There are hundreds of people, so no lock of this table is long.
-- Two providers may give the same subject to two people. The provider that is asked is kept with the sign-in.
CREATE UNIQUE INDEX "operator_openid_issuer_openid_subject_key" ON "operator" ("openid_issuer", "openid_subject");
DROP INDEX "operator_openid_subject_key";
ALTER TABLE "openid_sign_in" ADD COLUMN "company" TEXT;
