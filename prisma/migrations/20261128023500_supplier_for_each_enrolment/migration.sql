-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion
-- A company that sells in several states has an enrolment, and so a supplier, in each of them. A broker has a few suppliers, so the locks are short.
CREATE UNIQUE INDEX "supplier_broker_id_federal_tax_id_state_tax_id_key" ON "supplier"("broker_id", "federal_tax_id", "state_tax_id");
DROP INDEX "supplier_broker_id_federal_tax_id_key";
