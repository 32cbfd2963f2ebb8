-- squawk-ignore-file require-concurrent-index-creation
-- Invoices in the order in which they are due. A draft has no due date.
CREATE INDEX "invoices_of_broker_by_due_date" ON "invoice" ("broker_id", "due_date", "id") WHERE due_date IS NOT NULL;
-- Lines by the first digits of their number.
CREATE INDEX "line_msisdn_prefix" ON "line" ("msisdn" text_pattern_ops);
