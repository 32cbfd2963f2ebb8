-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, constraint-missing-not-valid
-- A line that a pause has blocked in another system is adopted with its pause. No order has blocked it here, and the
-- resume unblocks it as if one had.
ALTER TABLE "paused_line" ADD COLUMN "adopted" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "paused_line"
  ADD CONSTRAINT "adopted_without_an_order" CHECK (NOT adopted OR block_order_id IS NULL);
DROP INDEX "lines_to_block";
CREATE INDEX "lines_to_block" ON "paused_line" ("created_at", "line_id") WHERE block_order_id IS NULL AND NOT adopted;

-- Whether such a line is still blocked by the pause: no order has blocked or unblocked it since.
CREATE VIEW "adopted_line_block" AS
  SELECT n.subscription_id, n.line_id, NOT EXISTS (
    SELECT
    FROM orders later
    WHERE later.resource_id = n.line_id
      AND later.resource_type = 'line'
      AND later.type IN ('LINE_BLOCK', 'LINE_UNBLOCK')
      AND later.status = 'COMPLETED') AS keeps_blocked
  FROM paused_line n
  WHERE n.adopted;
