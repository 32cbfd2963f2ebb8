-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, constraint-missing-not-valid
-- The comparison of a move-in also reads all subscribers of the register, for those that no line has.
ALTER TABLE "move_in" ADD COLUMN "register_listed_at" TIMESTAMPTZ(3);

-- The number of such a subscriber may be in no file. Then the finding has no row, and names the number itself.
ALTER TABLE "move_in_finding" ADD COLUMN "msisdn" TEXT NOT NULL DEFAULT '';
ALTER TABLE "move_in_finding"
  ADD CONSTRAINT "a_number_without_row_is_named" CHECK ((row = 0) = (msisdn <> ''));
DROP INDEX "one_finding_of_a_kind";
CREATE UNIQUE INDEX "one_finding_of_a_kind"
  ON "move_in_finding" ("move_in_id", "kind", "row", "column", "code", "stage", "msisdn");

-- A page of the list is looked up in the files by number and by IMSI, and then the lines by what they name.
CREATE INDEX "move_in_row_msisdn_idx" ON "move_in_row" ("broker_id", (data ->> 'msisdn')) WHERE kind = 'numbers';
CREATE INDEX "move_in_row_imsi_idx" ON "move_in_row" ("broker_id", (data ->> 'imsi')) WHERE kind = 'sims';
CREATE INDEX "move_in_row_number_idx" ON "move_in_row" ("move_in_id", (data ->> 'numberId')) WHERE kind = 'lines';
CREATE INDEX "move_in_row_sim_idx" ON "move_in_row" ("move_in_id", (data ->> 'simId')) WHERE kind = 'lines';
