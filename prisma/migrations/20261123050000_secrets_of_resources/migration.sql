-- AlterTable
ALTER TABLE "resource_type" ADD COLUMN "secret_attributes" TEXT[] DEFAULT ARRAY[]::TEXT[],
  ADD COLUMN "secrets_guarded" BOOLEAN NOT NULL DEFAULT true,
  ADD COLUMN "secrets_sealed" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "secret_data_key" (
    "id" UUID NOT NULL,
    "key_id" TEXT NOT NULL,
    "wrapped" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "secret_data_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "resource_secret" (
    "resource_id" UUID NOT NULL,
    "data_key_id" UUID NOT NULL,
    "ciphertext" BYTEA NOT NULL,

    CONSTRAINT "resource_secret_pkey" PRIMARY KEY ("resource_id")
);

-- CreateIndex
CREATE INDEX "secret_data_key_key_id_id_idx" ON "secret_data_key"("key_id", "id");

-- AddForeignKey
ALTER TABLE "resource_secret" ADD CONSTRAINT "resource_secret_resource_id_fkey" FOREIGN KEY ("resource_id") REFERENCES "resource"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "resource_secret" ADD CONSTRAINT "resource_secret_data_key_id_fkey" FOREIGN KEY ("data_key_id") REFERENCES "secret_data_key"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "resource_type" ADD CONSTRAINT "secret_attributes_are_known" CHECK (secret_attributes IS NOT NULL) NOT VALID;

-- SIMs that were there before have their secrets among their attributes until the program seal-secrets has moved them.
UPDATE "resource_type" t SET
  secret_attributes = ARRAY['k', 'ki', 'op', 'opc', 'pin', 'pin1', 'pin2', 'puk', 'puk1', 'puk2', 'adm', 'adm1', 'kic', 'kid', 'kik'],
  secrets_guarded = NOT EXISTS (SELECT FROM "resource" r WHERE r.type_id = t.id),
  secrets_sealed = NOT EXISTS (SELECT FROM "resource" r WHERE r.type_id = t.id)
WHERE t.id = '018f0000-0000-7000-8000-000000000002';
