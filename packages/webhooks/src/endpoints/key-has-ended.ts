/**
 * Whether the key that chose the address of an endpoint may no longer read events: it is revoked or expired, or has lost the scope. A person is no key, and a
 * key that was rolled has passed its endpoints on. `endpoint` is the name of the table in the statement.
 */
export const keyHasEnded = (endpoint: string): string =>
  `EXISTS (SELECT FROM api_key k WHERE k.id = ${endpoint}.key_id AND (k.revoked_at IS NOT NULL OR k.expires_at <= now() OR NOT 'events:read' = ANY (k.scopes)))`;
