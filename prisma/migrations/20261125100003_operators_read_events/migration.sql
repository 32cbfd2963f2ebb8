-- Operators' keys see every record, so they may read the feed. A broker's key gets the scope only from its owner: the feed tells of every kind of
-- record, and a key for lines must not learn of payments.
UPDATE "api_key"
SET scopes = scopes || ARRAY['events:read']
WHERE 'operator' = ANY (scopes)
  AND NOT 'events:read' = ANY (scopes);
