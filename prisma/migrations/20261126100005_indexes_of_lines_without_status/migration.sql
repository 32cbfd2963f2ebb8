-- squawk-ignore-file require-concurrent-index-deletion
-- By hand: both indexes of a rule kept it until here. In one transaction, so that the rule always has an index of its name.
DROP INDEX IF EXISTS "one_live_line_per_msisdn", "one_live_line_per_iccid", "one_live_line_per_imsi", "terminated_lines_by_msisdn";
ALTER INDEX "one_live_line_per_msisdn_next" RENAME TO "one_live_line_per_msisdn";
ALTER INDEX "one_live_line_per_iccid_next" RENAME TO "one_live_line_per_iccid";
ALTER INDEX "one_live_line_per_imsi_next" RENAME TO "one_live_line_per_imsi";
