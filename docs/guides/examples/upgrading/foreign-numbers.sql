SELECT r.id, r.external_code, r.broker_id, n.broker_id AS assigned_to
FROM resource r
JOIN resource_type t ON t.id = r.type_id
JOIN number_range n ON n.kind = CASE t.code WHEN 'MSISDN' THEN 'MSISDN' WHEN 'SIM' THEN 'ICCID' END
  AND length(n.from_code) = length(r.external_code)
  AND r.external_code COLLATE "C" BETWEEN n.from_code AND n.to_code
WHERE r.retired_at IS NULL AND n.broker_id <> r.broker_id
ORDER BY r.id;
