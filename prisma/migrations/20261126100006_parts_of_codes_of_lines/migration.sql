-- By hand: lists of lines by a part of the external code, as for holders. The code does not change when a line moves.

-- An interrupted run leaves an index that is not used. The next run is rejected until it is dropped.
-- squawk-ignore prefer-robust-stmts
CREATE INDEX CONCURRENTLY "line_external_code_trigrams" ON "line" USING gin ("external_code" gin_trgm_ops);
