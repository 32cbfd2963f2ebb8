-- AlterTable
ALTER TABLE "holder" ADD COLUMN     "address" JSONB,
ADD COLUMN     "anonymised_at" TIMESTAMPTZ(3),
ADD COLUMN     "email" TEXT,
ADD COLUMN     "external_code" TEXT,
ADD COLUMN     "metadata" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "phone" TEXT,
ALTER COLUMN "federal_tax_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "offer" (
    "id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "external_code" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "offer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "offer_version" (
    "id" UUID NOT NULL,
    "offer_id" UUID NOT NULL,
    "broker_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "valid_until" TIMESTAMPTZ(3),
    "content" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "offer_version_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "offer_broker_id_created_at_id_idx" ON "offer"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "offer_created_at_id_idx" ON "offer"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "offer_broker_id_external_code_key" ON "offer"("broker_id", "external_code");

-- CreateIndex
CREATE UNIQUE INDEX "offer_id_broker_id_key" ON "offer"("id", "broker_id");

-- CreateIndex
CREATE UNIQUE INDEX "offer_version_offer_id_version_key" ON "offer_version"("offer_id", "version");

-- CreateIndex
CREATE INDEX "holder_broker_id_created_at_id_idx" ON "holder"("broker_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "holder_created_at_id_idx" ON "holder"("created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "holder_broker_id_external_code_key" ON "holder"("broker_id", "external_code");

-- AddForeignKey
ALTER TABLE "offer" ADD CONSTRAINT "offer_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "offer_version" ADD CONSTRAINT "offer_version_offer_id_broker_id_fkey" FOREIGN KEY ("offer_id", "broker_id") REFERENCES "offer"("id", "broker_id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- From here on by hand: what Prisma's schema cannot say.

ALTER TABLE "holder" ADD CONSTRAINT "nameless_once_anonymised" CHECK (anonymised_at IS NULL
  OR (federal_tax_id IS NULL AND email IS NULL AND phone IS NULL AND address IS NULL AND external_code IS NULL));
ALTER TABLE "holder" ADD CONSTRAINT "known_until_anonymised" CHECK (anonymised_at IS NOT NULL OR federal_tax_id IS NOT NULL);
-- What lists of holders look for is a part of either.
CREATE INDEX "holder_name_parts" ON "holder" USING gin ("name" gin_trgm_ops);
CREATE INDEX "holder_external_code_parts" ON "holder" USING gin ("external_code" gin_trgm_ops);

ALTER TABLE "offer_version" ADD CONSTRAINT "valid_for_a_while" CHECK (valid_until > valid_from);

-- What was published stays as it was: subscriptions refer to it for years.
CREATE FUNCTION refuse_change_of_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of an offer is never changed' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'offer_version_is_immutable';
END $$;
CREATE TRIGGER offer_version_is_immutable BEFORE UPDATE OR DELETE ON "offer_version" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_version();
