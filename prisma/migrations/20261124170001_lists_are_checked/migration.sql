-- The rows of before. Others read and write meanwhile.

ALTER TABLE "reservation" VALIDATE CONSTRAINT "resource_ids_is_not_null";
ALTER TABLE "api_key" VALIDATE CONSTRAINT "scopes_is_not_null";
ALTER TABLE "resource_type" VALIDATE CONSTRAINT "secret_attributes_is_not_null";
