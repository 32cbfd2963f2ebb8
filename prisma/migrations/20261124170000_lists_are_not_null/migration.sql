-- Prisma's schema cannot say that a list is not null. New rows are checked from now on; "secret_attributes_is_not_null" exists already.

ALTER TABLE "reservation" ADD CONSTRAINT "resource_ids_is_not_null" CHECK (resource_ids IS NOT NULL) NOT VALID;
ALTER TABLE "api_key" ADD CONSTRAINT "scopes_is_not_null" CHECK (scopes IS NOT NULL) NOT VALID;
