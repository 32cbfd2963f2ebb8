-- By hand: lists of subscriptions by a part of the external code, as for holders and lines.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "subscription_external_code_trigrams" ON "subscription" USING gin ("external_code" gin_trgm_ops);
