-- AlterTable
ALTER TABLE "paused_line" ADD COLUMN "pause_over" BOOLEAN NOT NULL DEFAULT false;



-- From here on by hand: what Prisma's schema cannot say.

UPDATE "paused_line" n SET pause_over = true FROM "subscription" s WHERE s.id = n.subscription_id AND s.status <> 'PAUSED';

-- Most lines of pauses are blocked, for months, and nothing is to be done about them.
CREATE INDEX "lines_to_block" ON "paused_line" ("created_at", "line_id") WHERE block_order_id IS NULL;
CREATE INDEX "lines_to_unblock" ON "paused_line" ("created_at", "line_id") WHERE pause_over;

-- A product is in a subscription once at a time; what is paid once, once in a cycle, which is how long its allowance lasts, also
-- where it was removed after it was paid for.
DROP INDEX "one_of_each_product";
CREATE UNIQUE INDEX "one_of_each_product" ON "subscription_product"
  ("subscription_id", "product_id", (CASE content ->> 'recurrence' WHEN 'SPOT' THEN from_cycle ELSE 0 END))
  WHERE removed_at IS NULL OR content ->> 'recurrence' = 'SPOT' AND (charged_for_cycle IS NOT NULL OR until_cycle > from_cycle);
