-- squawk-ignore-file constraint-missing-not-valid
-- The group of a broker says which cell its keys lead to. Brokers of earlier releases have none.
ALTER TABLE "broker"
  ADD COLUMN "cell_group" TEXT,
  ADD CONSTRAINT "broker_cell_group_has_valid_format" CHECK (cell_group ~ '^[a-z0-9]{1,8}$');

-- Who owns numbers and series when there are several cells. Only the installation that is their registry has rows. The
-- owner is a broker of any cell, so there is no foreign key.
CREATE TABLE "registered_range" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "company" TEXT NOT NULL DEFAULT '',
    "from_code" TEXT NOT NULL,
    "to_code" TEXT NOT NULL,
    "owner_id" UUID NOT NULL,
    "key_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "registered_range_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "registered_codes_have_the_form_of_their_kind" CHECK (
      CASE kind
        WHEN 'MSISDN' THEN from_code ~ '^\+[1-9][0-9]{6,14}$' AND to_code ~ '^\+[1-9][0-9]{6,14}$' AND company = ''
        WHEN 'ICCID' THEN from_code ~ '^89[0-9]{17,18}$' AND to_code ~ '^89[0-9]{17,18}$' AND company = ''
        WHEN 'IMSI' THEN from_code ~ '^[0-9]{14,15}$' AND to_code ~ '^[0-9]{14,15}$' AND company = ''
        WHEN 'SERIES' THEN from_code ~ '^[0-9]{3}$' AND to_code = from_code AND company ~ '^[0-9A-Z]{14}$'
        ELSE false
      END),
    CONSTRAINT "registered_codes_have_equal_length_and_are_in_order"
        CHECK (length(from_code) = length(to_code) AND from_code::numeric <= to_code::numeric),
    CONSTRAINT "one_owner_per_code" EXCLUDE USING gist (
      kind WITH =,
      company WITH =,
      length(from_code) WITH =,
      numrange(from_code::numeric, to_code::numeric, '[]') WITH &&)
);
CREATE INDEX "registered_range_created_at_id_idx" ON "registered_range" ("created_at", "id");

-- A cell that is being split in two by copy. While a row is not released, no API and no worker starts on this database.
CREATE TABLE "cell_split" (
    "id" UUID NOT NULL,
    "groups" TEXT[] NOT NULL,
    "side" TEXT,
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pruned_at" TIMESTAMPTZ(3),
    "released_at" TIMESTAMPTZ(3),

    CONSTRAINT "cell_split_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "cell_split_side_is_known" CHECK (side IN ('stays', 'moves')),
    CONSTRAINT "cell_split_is_released_when_pruned" CHECK (released_at IS NULL OR pruned_at IS NOT NULL)
);
CREATE UNIQUE INDEX "one_open_cell_split" ON "cell_split" ((true)) WHERE released_at IS NULL;
