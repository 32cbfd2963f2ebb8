-- By hand: the IMSIs of the SIMs that were there before. Where several have the same, one of them gets it: one that a line has, else one
-- that is not withdrawn, else the oldest. The others keep it among their attributes, but no line is made with them. They are found by
--   SELECT id FROM resource WHERE type_id = '018f0000-0000-7000-8000-000000000002' AND attributes ? 'imsi' AND imsi IS NULL;

WITH first_with AS (
  SELECT DISTINCT ON (r.attributes ->> 'imsi') r.id, r.attributes ->> 'imsi' AS imsi
  FROM "resource" r JOIN "resource_state" s ON s.resource_id = r.id
  WHERE r.type_id = '018f0000-0000-7000-8000-000000000002'
    AND jsonb_typeof(r.attributes -> 'imsi') = 'string' AND r.attributes ->> 'imsi' ~ '^[0-9]{14,15}$'
  ORDER BY r.attributes ->> 'imsi', s.line_id IS NULL, r.retired_at IS NOT NULL, r.created_at, r.id
)
UPDATE "resource" r SET imsi = f.imsi FROM first_with f
WHERE r.id = f.id AND NOT EXISTS (SELECT FROM "resource" o WHERE o.imsi = f.imsi);
