-- squawk-ignore-file require-concurrent-index-creation
-- The lists of port-ins and port-outs by their windows.
CREATE INDEX "port_in_broker_id_window_from_id_idx" ON "port_in" ("broker_id", "window_from", "id");
CREATE INDEX "port_in_window_from_id_idx" ON "port_in" ("window_from", "id");
CREATE INDEX "port_out_broker_id_window_from_id_idx" ON "port_out" ("broker_id", "window_from", "id");
CREATE INDEX "port_out_window_from_id_idx" ON "port_out" ("window_from", "id");
