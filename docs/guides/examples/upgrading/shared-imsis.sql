SELECT id, broker_id, external_code
FROM resource
WHERE type_id = '018f0000-0000-7000-8000-000000000002' AND attributes ? 'imsi' AND imsi IS NULL
ORDER BY id;
