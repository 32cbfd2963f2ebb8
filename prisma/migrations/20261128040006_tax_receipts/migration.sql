-- squawk-ignore-file constraint-missing-not-valid, renaming-column, renaming-table
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion
-- Suppliers, tax rates and tax receipts. The old names are those of 1.0.0.

ALTER TABLE "tax_receipt" RENAME COLUMN "asked_by" TO "requested_by";
ALTER TABLE "tax_receipt" RENAME COLUMN "asked_under" TO "idempotency_token";
ALTER TABLE "tax_receipt" RENAME CONSTRAINT "number_of_a_serial" TO "number_with_a_serial_number";
ALTER TABLE "freed_number" RENAME CONSTRAINT "freed_number_pkey" TO "released_number_pkey";
ALTER TABLE "freed_number"
  RENAME CONSTRAINT "freed_number_serial_number_id_fkey" TO "released_number_serial_number_id_fkey";
ALTER TABLE "freed_number" RENAME TO "released_number";
ALTER TRIGGER "tax_receipt_birth" ON "tax_receipt" RENAME TO "tax_receipt_initial_status";

-- Lists are sorted by it. The serial numbers of 1.0.0 get the time of this migration.
ALTER TABLE "serial_number" ADD COLUMN "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- A company that sells in several states has an enrolment, and so a supplier, in each of them.
DROP INDEX "supplier_broker_id_federal_tax_id_key";
CREATE UNIQUE INDEX "supplier_broker_id_federal_tax_id_state_tax_id_key"
  ON "supplier" ("broker_id", "federal_tax_id", "state_tax_id");

-- Append-only, so that an issued receipt stays explainable: a correction is another row.
CREATE TABLE "tax_rate" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "position" BIGINT GENERATED ALWAYS AS IDENTITY,
    "tax" TEXT NOT NULL,
    "jurisdiction" TEXT NOT NULL,
    "valid_from" DATE NOT NULL,
    "rate" DECIMAL(7,4),
    "regimes" TEXT[] NOT NULL,
    "is_added_to_total" BOOLEAN NOT NULL,
    "source" TEXT NOT NULL,
    "source_date" DATE NOT NULL,
    "replaces" UUID,
    "loaded_by" UUID,
    "loaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "tax_rate_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "known_tax"
        CHECK ("tax" IN ('ICMS', 'PIS', 'COFINS', 'FUST', 'FUNTTEL', 'IBS_STATE', 'IBS_CITY', 'CBS')),
    CONSTRAINT "known_jurisdiction" CHECK ("jurisdiction" ~ '^(BR|[A-Z]{2}|[0-9]{7})$'),
    CONSTRAINT "rate_is_a_percentage" CHECK ("rate" >= 0 AND "rate" <= 100),
    CONSTRAINT "known_regimes" CHECK ("regimes" <@ ARRAY['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL']),
    CONSTRAINT "only_ibs_and_cbs_are_added"
        CHECK (NOT "is_added_to_total" OR "tax" IN ('IBS_STATE', 'IBS_CITY', 'CBS')),
    CONSTRAINT "source_is_named" CHECK (length("source") > 0)
);
CREATE UNIQUE INDEX "tax_rate_position_key" ON "tax_rate" ("position");
CREATE UNIQUE INDEX "tax_rate_replaces_key" ON "tax_rate" ("replaces");
CREATE UNIQUE INDEX "one_tax_rate_of_a_day" ON "tax_rate" ("tax", "jurisdiction", "valid_from")
  WHERE "replaces" IS NULL;
ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_replaces_fkey" FOREIGN KEY ("replaces")
  REFERENCES "tax_rate" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "tax_rate" (tax, jurisdiction, valid_from, rate, regimes, is_added_to_total, source, source_date)
SELECT 'ICMS', state, '2025-04-01', rate, '{SIMPLE_EXCEEDED,NORMAL}', false,
  'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'
FROM (
  VALUES
    ('AC', 19), ('AL', 19), ('AM', 20), ('AP', 18), ('BA', 20.5), ('CE', 20), ('DF', 20), ('ES', 17),
    ('GO', 19), ('MA', 23), ('MG', 18), ('MS', 17), ('MT', 17), ('PA', 19), ('PB', 20), ('PE', 20.5),
    ('PI', 22.5), ('PR', 19.5), ('RJ', 20), ('RN', 20), ('RO', 19.5), ('RR', 20), ('RS', 17), ('SC', 17),
    ('SE', 19), ('SP', 18), ('TO', 20)
) AS r(state, rate);

INSERT INTO "tax_rate" (jurisdiction, tax, valid_from, rate, regimes, is_added_to_total, source_date, source)
SELECT 'BR', tax, valid_from::date, rate, regimes::text[], is_added_to_total, source_date::date, source
FROM (
  VALUES
    ('PIS', '2025-04-01', 0.65, '{NORMAL}', false, '2003-12-29',
      'Law 10.833/2003, article 10, VIII'),
    ('PIS', '2027-01-01', NULL, '{}', false, '2023-12-20',
      'Constitutional amendment 132/2023, article 126 of the transitional act: ends with 2026'),
    ('COFINS', '2025-04-01', 3, '{NORMAL}', false, '2003-12-29',
      'Law 10.833/2003, article 10, VIII'),
    ('COFINS', '2027-01-01', NULL, '{}', false, '2023-12-20',
      'Constitutional amendment 132/2023, article 126 of the transitional act: ends with 2026'),
    ('FUST', '2025-04-01', 1, '{NORMAL}', false, '2000-08-17',
      'Law 9.998/2000, article 6, IV'),
    ('FUNTTEL', '2025-04-01', 0.5, '{NORMAL}', false, '2000-11-28',
      'Law 10.052/2000, article 4, III'),
    ('IBS_STATE', '2025-04-01', NULL, '{}', false, '2025-01-16',
      'Complementary law 214/2025: begins with 2026'),
    ('IBS_STATE', '2026-01-01', 0.1, '{NORMAL}', false, '2025-01-16',
      'Complementary law 214/2025, articles 343 and 348; technical note NFCom 2025.001'),
    ('IBS_STATE', '2027-01-01', 0.05, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}', true, '2025-01-16',
      'Complementary law 214/2025, article 344 (2027 and 2028)'),
    ('IBS_STATE', '2029-01-01', NULL, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}', true, '2025-01-16',
      'Complementary law 214/2025, articles 14 and 18: not set yet'),
    ('IBS_CITY', '2025-04-01', NULL, '{}', false, '2025-01-16',
      'Complementary law 214/2025: begins with 2026'),
    ('IBS_CITY', '2026-01-01', 0, '{NORMAL}', false, '2025-01-16',
      'Complementary law 214/2025, articles 343 and 348; technical note NFCom 2025.001'),
    ('IBS_CITY', '2027-01-01', 0.05, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}', true, '2025-01-16',
      'Complementary law 214/2025, article 344 (2027 and 2028)'),
    ('IBS_CITY', '2029-01-01', NULL, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}', true, '2025-01-16',
      'Complementary law 214/2025, articles 14 and 18: not set yet'),
    ('CBS', '2025-04-01', NULL, '{}', false, '2025-01-16',
      'Complementary law 214/2025: begins with 2026'),
    ('CBS', '2026-01-01', 0.9, '{NORMAL}', false, '2025-01-16',
      'Complementary law 214/2025, articles 346 and 348; technical note NFCom 2025.001'),
    ('CBS', '2027-01-01', NULL, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}', true, '2025-01-16',
      'Complementary law 214/2025, articles 14, 347 and 353: not set yet')
) AS r(tax, valid_from, rate, regimes, is_added_to_total, source_date, source);

CREATE FUNCTION refuse_change_of_tax_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;
CREATE TRIGGER "tax_rate_is_append_only" BEFORE UPDATE OR DELETE ON "tax_rate" FOR EACH ROW
  EXECUTE FUNCTION refuse_change_of_tax_rate();
CREATE TRIGGER "tax_rate_is_not_truncated" BEFORE TRUNCATE ON "tax_rate" FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_change_of_tax_rate();

-- A receipt whose rate is not loaded yet waits for it in this environment.
ALTER TABLE "tax_receipt"
  ADD COLUMN "waits_for_rates_in" TEXT,
  ADD CONSTRAINT "waits_in_an_environment" CHECK ("waits_for_rates_in" IN ('TRIAL', 'PRODUCTION'));
CREATE INDEX "tax_receipt_waits_for_rates" ON "tax_receipt" ("id")
  WHERE "waits_for_rates_in" IS NOT NULL AND "status" = 'DRAFT';
