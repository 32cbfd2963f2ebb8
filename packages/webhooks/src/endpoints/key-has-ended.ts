import type { Caller } from '@linework/auth/caller';
import type { Scope } from '@linework/auth/scopes';

/**
 * Whether the owner of an endpoint, the key or the person who chose its address, has ended: the key is revoked or
 * expired, or has lost the scope; the person is disabled or no administrator any more; neither of them exists. A key
 * that was rolled has passed its endpoints on. An endpoint of before there was this column has no owner. `endpoint` is
 * the name of the table in the statement.
 */
export const keyHasEnded = (endpoint: string): string => `(${endpoint}.key_id IS NOT NULL
    AND NOT EXISTS (
      SELECT
      FROM api_key k
      WHERE k.id = ${endpoint}.key_id AND k.revoked_at IS NULL
        AND (k.expires_at IS NULL OR k.expires_at > now()) AND 'events:read' = ANY (k.scopes))
    AND NOT EXISTS (
      SELECT
      FROM operator p
      WHERE p.id = ${endpoint}.key_id AND p.disabled_at IS NULL AND p.role = 'administrator'))`;

/**
 * What an endpoint shows that the caller owns: what the key may see. A person sees events masked, and so does the
 * endpoint.
 */
export const endpointScopes = ({ operator, scopes }: Caller): readonly Scope[] =>
  operator === undefined ? scopes : ['events:read'];
