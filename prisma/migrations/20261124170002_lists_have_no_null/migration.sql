-- squawk-ignore-file adding-not-nullable-field
-- PostgreSQL reads no row for SET NOT NULL, because the validated constraint proves that there is no null. The column then says it alone.

ALTER TABLE "reservation" ALTER COLUMN "resource_ids" SET NOT NULL;
ALTER TABLE "reservation" DROP CONSTRAINT "resource_ids_is_not_null";
ALTER TABLE "api_key" ALTER COLUMN "scopes" SET NOT NULL;
ALTER TABLE "api_key" DROP CONSTRAINT "scopes_is_not_null";
ALTER TABLE "resource_type" ALTER COLUMN "secret_attributes" SET NOT NULL;
ALTER TABLE "resource_type" DROP CONSTRAINT "secret_attributes_is_not_null";
