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
    CONSTRAINT "known_tax" CHECK ("tax" IN ('ICMS', 'PIS', 'COFINS', 'FUST', 'FUNTTEL', 'IBS_STATE', 'IBS_CITY', 'CBS')),
    CONSTRAINT "known_jurisdiction" CHECK ("jurisdiction" ~ '^(BR|[A-Z]{2}|[0-9]{7})$'),
    CONSTRAINT "rate_is_a_percentage" CHECK ("rate" >= 0 AND "rate" <= 100),
    CONSTRAINT "known_regimes" CHECK ("regimes" <@ ARRAY['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL']),
    CONSTRAINT "only_ibs_and_cbs_are_added" CHECK (NOT "is_added_to_total" OR "tax" IN ('IBS_STATE', 'IBS_CITY', 'CBS')),
    CONSTRAINT "source_is_named" CHECK (length("source") > 0)
);

CREATE UNIQUE INDEX "tax_rate_position_key" ON "tax_rate"("position");
CREATE UNIQUE INDEX "tax_rate_replaces_key" ON "tax_rate"("replaces");
CREATE UNIQUE INDEX "one_tax_rate_of_a_day" ON "tax_rate"("tax", "jurisdiction", "valid_from") WHERE "replaces" IS NULL;

ALTER TABLE "tax_rate" ADD CONSTRAINT "tax_rate_replaces_fkey" FOREIGN KEY ("replaces") REFERENCES "tax_rate"("id")
  ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "tax_rate" ("tax", "jurisdiction", "valid_from", "rate", "regimes", "is_added_to_total", "source", "source_date")
VALUES
    ('ICMS', 'AC', '2025-04-01'::date, 19, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'AL', '2025-04-01'::date, 19, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'AM', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'AP', '2025-04-01'::date, 18, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'BA', '2025-04-01'::date, 20.5, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'CE', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'DF', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'ES', '2025-04-01'::date, 17, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'GO', '2025-04-01'::date, 19, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'MA', '2025-04-01'::date, 23, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'MG', '2025-04-01'::date, 18, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'MS', '2025-04-01'::date, 17, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'MT', '2025-04-01'::date, 17, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'PA', '2025-04-01'::date, 19, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'PB', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'PE', '2025-04-01'::date, 20.5, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'PI', '2025-04-01'::date, 22.5, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'PR', '2025-04-01'::date, 19.5, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'RJ', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'RN', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'RO', '2025-04-01'::date, 19.5, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'RR', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'RS', '2025-04-01'::date, 17, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'SC', '2025-04-01'::date, 17, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'SE', '2025-04-01'::date, 19, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'SP', '2025-04-01'::date, 18, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('ICMS', 'TO', '2025-04-01'::date, 20, '{SIMPLE_EXCEEDED,NORMAL}'::text[], false, 'General rate of the state, as complementary law 194/2022 limits communication to it', '2022-06-23'::date),
    ('PIS', 'BR', '2025-04-01'::date, 0.65, '{NORMAL}'::text[], false, 'Law 10.833/2003, article 10, VIII', '2003-12-29'::date),
    ('PIS', 'BR', '2027-01-01'::date, NULL, '{}'::text[], false, 'Constitutional amendment 132/2023, article 126 of the transitional act: ends with 2026', '2023-12-20'::date),
    ('COFINS', 'BR', '2025-04-01'::date, 3, '{NORMAL}'::text[], false, 'Law 10.833/2003, article 10, VIII', '2003-12-29'::date),
    ('COFINS', 'BR', '2027-01-01'::date, NULL, '{}'::text[], false, 'Constitutional amendment 132/2023, article 126 of the transitional act: ends with 2026', '2023-12-20'::date),
    ('FUST', 'BR', '2025-04-01'::date, 1, '{NORMAL}'::text[], false, 'Law 9.998/2000, article 6, IV', '2000-08-17'::date),
    ('FUNTTEL', 'BR', '2025-04-01'::date, 0.5, '{NORMAL}'::text[], false, 'Law 10.052/2000, article 4, III', '2000-11-28'::date),
    ('IBS_STATE', 'BR', '2025-04-01'::date, NULL, '{}'::text[], false, 'Complementary law 214/2025: begins with 2026', '2025-01-16'::date),
    ('IBS_STATE', 'BR', '2026-01-01'::date, 0.1, '{NORMAL}'::text[], false, 'Complementary law 214/2025, articles 343 and 348; technical note NFCom 2025.001', '2025-01-16'::date),
    ('IBS_STATE', 'BR', '2027-01-01'::date, 0.05, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}'::text[], true, 'Complementary law 214/2025, article 344 (2027 and 2028)', '2025-01-16'::date),
    ('IBS_STATE', 'BR', '2029-01-01'::date, NULL, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}'::text[], true, 'Complementary law 214/2025, articles 14 and 18: not set yet', '2025-01-16'::date),
    ('IBS_CITY', 'BR', '2025-04-01'::date, NULL, '{}'::text[], false, 'Complementary law 214/2025: begins with 2026', '2025-01-16'::date),
    ('IBS_CITY', 'BR', '2026-01-01'::date, 0, '{NORMAL}'::text[], false, 'Complementary law 214/2025, articles 343 and 348; technical note NFCom 2025.001', '2025-01-16'::date),
    ('IBS_CITY', 'BR', '2027-01-01'::date, 0.05, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}'::text[], true, 'Complementary law 214/2025, article 344 (2027 and 2028)', '2025-01-16'::date),
    ('IBS_CITY', 'BR', '2029-01-01'::date, NULL, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}'::text[], true, 'Complementary law 214/2025, articles 14 and 18: not set yet', '2025-01-16'::date),
    ('CBS', 'BR', '2025-04-01'::date, NULL, '{}'::text[], false, 'Complementary law 214/2025: begins with 2026', '2025-01-16'::date),
    ('CBS', 'BR', '2026-01-01'::date, 0.9, '{NORMAL}'::text[], false, 'Complementary law 214/2025, articles 346 and 348; technical note NFCom 2025.001', '2025-01-16'::date),
    ('CBS', 'BR', '2027-01-01'::date, NULL, '{SIMPLE,SIMPLE_EXCEEDED,NORMAL}'::text[], true, 'Complementary law 214/2025, articles 14, 347 and 353: not set yet', '2025-01-16'::date);

-- What was issued stays explainable: a correction is another row.
CREATE FUNCTION refuse_change_of_tax_rate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;

CREATE TRIGGER "tax_rate_is_append_only" BEFORE UPDATE OR DELETE ON "tax_rate" FOR EACH ROW EXECUTE FUNCTION refuse_change_of_tax_rate();

CREATE TRIGGER "tax_rate_is_not_truncated" BEFORE TRUNCATE ON "tax_rate" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_tax_rate();

ALTER TABLE "tax_receipt" ADD COLUMN "waits_for_rates_in" TEXT,
  ADD CONSTRAINT "waits_in_an_environment" CHECK ("waits_for_rates_in" IN ('TRIAL', 'PRODUCTION')) NOT VALID;
