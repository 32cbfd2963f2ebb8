-- squawk-ignore-file renaming-column

-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.

ALTER TABLE "api_key" RENAME COLUMN "lasts_until" TO "original_expires_at";

ALTER TABLE "holder" RENAME CONSTRAINT "known_until_anonymised" TO "tax_id_until_anonymised";
ALTER TABLE "holder" RENAME CONSTRAINT "nameless_once_anonymised" TO "no_personal_data_once_anonymised";
ALTER TABLE "broker" RENAME CONSTRAINT "code_of_a_broker_has_its_form" TO "broker_code_has_valid_format";

ALTER INDEX "holder_name_parts" RENAME TO "holder_name_trigrams";
ALTER INDEX "holder_external_code_parts" RENAME TO "holder_external_code_trigrams";

ALTER TRIGGER "broker_birth" ON "broker" RENAME TO "broker_initial_status";
