-- By hand. How often a retry corrected the input of an order: the calls of each input go under idempotency keys of their own.
ALTER TABLE "orders" ADD COLUMN "input_revision" INTEGER NOT NULL DEFAULT 0;
