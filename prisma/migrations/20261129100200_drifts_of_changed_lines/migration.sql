-- The drifts of lines that an order has changed are refreshed.
ALTER TABLE "reconciliation" ADD COLUMN "drifts_refreshed_at" TIMESTAMPTZ(3);
