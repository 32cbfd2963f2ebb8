import type { Caller, SignedInOperator } from '@linework/auth/caller';
import { scopesOfPerson } from '@linework/auth/roles';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { readOwnRole } from './roles/own-role.ts';
import { digestToken, isToken } from './session-token.ts';

/** Read for every request, so that a disabled person, a sign-out, another role and its scopes count at once. */
const findStatement = statement(
  'find-operator-session',
  { tokenDigest: 'bytea', brokerId: 'uuid?' },
  `SELECT p.id, p.name, p.role, p.broker_id AS "brokerId", p.must_change_password
     AND s.way = 'password' AS "mustChangePassword", s.expires_at AS "expiresAt", s.way,
    s.last_used_at < now() - interval '1 minute' AS "isStale",
    coalesce(b.status = 'SUSPENDED', false) AS "isSuspended", r.name AS "roleName", r.scopes AS "roleScopes"
  FROM operator_session s
  JOIN operator p ON p.id = s.operator_id
  LEFT JOIN operator_role r ON r.id = p.role_id
  LEFT JOIN broker b ON b.id = p.broker_id
  WHERE s.token_digest = :tokenDigest
    AND s.expires_at > now()
    AND s.last_used_at > now() - interval '30 minutes'
    AND p.disabled_at IS NULL
    AND (:brokerId IS NULL OR p.broker_id = :brokerId)`,
);

/** Once a minute is exact enough for half an hour, and rare enough to cost almost nothing. */
const touchStatement = statement(
  'touch-operator-session',
  { tokenDigest: 'bytea' },
  'UPDATE operator_session SET last_used_at = now() WHERE token_digest = :tokenDigest',
);

export interface FoundSession extends SignedInOperator {
  /** The broker of the person is suspended: the session is valid, but every request is rejected. */
  readonly isSuspended: boolean;
}

export interface FindOptions {
  /** The page asked by itself, and nobody sits there: the session stays idle. */
  readonly isBackground?: boolean;
}

/**
 * Finds the person of a token; null if the session is unknown, ended or idle for 30 minutes, or the person is disabled.
 */
export async function findSession(
  db: Pick<Db, 'query'>,
  token: string,
  { isBackground = false }: FindOptions = {},
): Promise<FoundSession | null> {
  if (!isToken(token)) return null;
  const tokenDigest = digestToken(token);
  const [row] = await db.query(findStatement, { tokenDigest, brokerId: null });
  if (!row) return null;
  const { isStale, roleName, roleScopes, ...operator } = row;
  if (isStale && !isBackground) await db.query(touchStatement, { tokenDigest });
  return { ...operator, ownRole: readOwnRole(roleName, roleScopes), tokenDigest };
}

/** What the person of a session may do now. */
export const scopesOfSession = ({ role, brokerId, ownRole }: Pick<SignedInOperator, 'role' | 'brokerId' | 'ownRole'>) =>
  scopesOfPerson({ role, brokerId, scopesOfOwnRole: ownRole?.scopes ?? null });

/**
 * Whether the session of a request has not ended meanwhile, and its role still has what it had. A read does not keep it
 * alive.
 */
export async function isSessionOpen(db: Pick<Db, 'query'>, caller: Caller | null): Promise<boolean> {
  if (!caller?.operator) return false;
  const { tokenDigest, brokerId, ownRole } = caller.operator;
  const [row] = await db.query(findStatement, { tokenDigest, brokerId });
  const hasLost = ownRole?.scopes.some((scope) => !row?.roleScopes?.includes(scope)) ?? false;
  return row !== undefined && !row.isSuspended && !hasLost;
}
