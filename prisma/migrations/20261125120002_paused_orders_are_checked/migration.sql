ALTER TABLE "orders" VALIDATE CONSTRAINT "only_open_orders_are_paused";
