-- AlterTable
-- A release before reads items without a line only once somebody asks for an operation that it does not know.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "bulk_item" ALTER COLUMN "line_id" DROP NOT NULL;
ALTER TABLE "bulk_item" ADD COLUMN "target_order_id" UUID;
ALTER TABLE "bulk_item" ADD COLUMN "goal" TEXT;

-- By hand.
ALTER TABLE "bulk_item" ADD CONSTRAINT "a_line_or_an_order" CHECK (num_nonnulls(line_id, target_order_id) = 1) NOT VALID;
ALTER TABLE "bulk_item" ADD CONSTRAINT "changed_orders_have_a_goal" CHECK ((goal IS NOT NULL) = (target_order_id IS NOT NULL AND order_id IS NOT NULL)) NOT VALID;
ALTER TABLE "bulk_item" ADD CONSTRAINT "only_its_target_is_changed" CHECK (target_order_id IS NULL OR order_id IS NULL OR order_id = target_order_id) NOT VALID;
