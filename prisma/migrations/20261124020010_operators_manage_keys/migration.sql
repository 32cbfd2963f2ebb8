-- By hand: listing, rolling and revoking keys have scopes of their own now. Operators' keys could do so before, and still can.
UPDATE "api_key"
SET scopes = scopes || ARRAY['keys:read', 'keys:write']
WHERE 'operator' = ANY (scopes)
  AND NOT 'keys:write' = ANY (scopes);
