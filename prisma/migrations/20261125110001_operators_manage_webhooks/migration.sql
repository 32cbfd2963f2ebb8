-- Operators' keys manage every record. A broker's key gets the scopes only from its owner: an endpoint gets events of every kind of record.
UPDATE "api_key"
SET scopes = scopes || ARRAY['webhooks:read', 'webhooks:write']
WHERE 'operator' = ANY (scopes)
  AND NOT 'webhooks:read' = ANY (scopes);
