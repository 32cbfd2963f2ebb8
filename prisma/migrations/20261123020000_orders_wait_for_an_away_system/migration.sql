-- AlterTable
ALTER TABLE "orders" ADD COLUMN "away_since" TIMESTAMPTZ(3);



-- From here on by hand: what Prisma's schema cannot say.

-- An attempt to undo a step may find its system away. An attempt to execute a step that finds it away is none, and has no row.
ALTER TABLE "order_attempt" DROP CONSTRAINT "outcome_of_attempt";
ALTER TABLE "order_attempt" ADD CONSTRAINT "outcome_of_attempt" CHECK (
  outcome IN ('running', 'done', 'passing', 'refused', 'parked', 'lost') OR (kind = 'undo' AND outcome = 'away')) NOT VALID;
