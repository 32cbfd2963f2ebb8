-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "tax_receipt_waits_for_rates" ON "tax_receipt"("id") WHERE "waits_for_rates_in" IS NOT NULL AND "status" = 'DRAFT';
