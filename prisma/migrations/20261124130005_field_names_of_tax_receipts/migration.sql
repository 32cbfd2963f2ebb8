-- squawk-ignore-file renaming-column, renaming-table

-- The names become those of the field. No other program may run meanwhile: one of the release before finds neither columns nor functions.

ALTER TABLE "tax_receipt" RENAME COLUMN "asked_by" TO "requested_by";
ALTER TABLE "tax_receipt" RENAME COLUMN "asked_under" TO "idempotency_token";

ALTER TABLE "tax_receipt" RENAME CONSTRAINT "number_of_a_serial" TO "number_with_a_serial_number";
ALTER TABLE "freed_number" RENAME CONSTRAINT "freed_number_pkey" TO "released_number_pkey";
ALTER TABLE "freed_number" RENAME CONSTRAINT "freed_number_serial_number_id_fkey" TO "released_number_serial_number_id_fkey";

ALTER TABLE "freed_number" RENAME TO "released_number";

ALTER TRIGGER "tax_receipt_birth" ON "tax_receipt" RENAME TO "tax_receipt_initial_status";
