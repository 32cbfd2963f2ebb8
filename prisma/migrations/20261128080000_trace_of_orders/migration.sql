-- The W3C trace context of the request that placed the order; null while tracing is off. A wake-up may be lost, the row
-- may not, so a worker finds the trace here, also after another one was killed.
ALTER TABLE "orders" ADD COLUMN "trace_parent" TEXT;
