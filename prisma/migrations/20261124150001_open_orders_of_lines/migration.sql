-- The open order of a line is found by the index on resources.
CREATE OR REPLACE VIEW "line_open_order" AS
  SELECT l.id AS line_id, l.broker_id, l.status, o.id AS open_order_id
  FROM line l LEFT JOIN orders o ON o.resource_id = l.id AND o.resource_type = 'line' AND o.is_open;
