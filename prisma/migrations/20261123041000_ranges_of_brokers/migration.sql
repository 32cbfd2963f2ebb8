-- CreateTable
CREATE TABLE "number_range" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "from_code" TEXT NOT NULL,
    "to_code" TEXT NOT NULL,
    "broker_id" UUID NOT NULL,
    "key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "number_range_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "number_range_broker_id_kind_idx" ON "number_range"("broker_id", "kind");

-- CreateIndex
CREATE INDEX "number_range_created_at_id_idx" ON "number_range"("created_at", "id");

-- AddForeignKey
ALTER TABLE "number_range" ADD CONSTRAINT "number_range_broker_id_fkey" FOREIGN KEY ("broker_id") REFERENCES "broker"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- From here on by hand: what Prisma's schema cannot say.

-- A number with its plus and country, an ICCID with its check digit, an IMSI: as resources have them.
ALTER TABLE "number_range" ADD CONSTRAINT "codes_have_the_form_of_their_kind" CHECK (
  CASE kind
    WHEN 'MSISDN' THEN from_code ~ '^\+[1-9][0-9]{6,14}$' AND to_code ~ '^\+[1-9][0-9]{6,14}$'
    WHEN 'ICCID' THEN from_code ~ '^89[0-9]{17,18}$' AND to_code ~ '^89[0-9]{17,18}$'
    WHEN 'IMSI' THEN from_code ~ '^[0-9]{14,15}$' AND to_code ~ '^[0-9]{14,15}$'
    ELSE false
  END);
ALTER TABLE "number_range" ADD CONSTRAINT "ends_are_of_one_length_in_order" CHECK (length(from_code) = length(to_code) AND from_code::numeric <= to_code::numeric);

-- A code is of one broker. Codes of other lengths are other codes, however their digits read.
ALTER TABLE "number_range" ADD CONSTRAINT "one_broker_per_code" EXCLUDE USING gist (
  kind WITH =, length(from_code) WITH =, numrange(from_code::numeric, to_code::numeric, '[]') WITH &&);
