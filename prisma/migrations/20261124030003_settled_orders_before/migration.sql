-- By hand: the orders that were settled before. It locks no open order.

UPDATE "orders" SET settled_at = updated_at WHERE due_at IS NULL AND settled_at IS NULL;
