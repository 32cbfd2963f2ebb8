import type { Caller, SignedInOperator } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { digestToken, isToken } from './session-token.ts';

/** Read for every request, so that a disabled person, a sign-out and another role count at once. */
const findStatement = statement(
  'find-operator-session',
  { tokenDigest: 'bytea' },
  `SELECT p.id, p.name, p.role, p.must_change_password
     AND s.way = 'password' AS "mustChangePassword", s.expires_at AS "expiresAt", s.way,
    s.last_used_at < now() - interval '1 minute' AS "isStale"
  FROM operator_session s JOIN operator p ON p.id = s.operator_id
  WHERE s.token_digest = :tokenDigest
    AND s.expires_at > now()
    AND s.last_used_at > now() - interval '30 minutes'
    AND p.disabled_at IS NULL`,
);

/** Once a minute is exact enough for half an hour, and rare enough to cost almost nothing. */
const touchStatement = statement(
  'touch-operator-session',
  { tokenDigest: 'bytea' },
  'UPDATE operator_session SET last_used_at = now() WHERE token_digest = :tokenDigest',
);

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
): Promise<SignedInOperator | null> {
  if (!isToken(token)) return null;
  const tokenDigest = digestToken(token);
  const [row] = await db.query(findStatement, { tokenDigest });
  if (!row) return null;
  const { isStale, ...operator } = row;
  if (isStale && !isBackground) await db.query(touchStatement, { tokenDigest });
  return { ...operator, tokenDigest };
}

/** Whether the session of a request has not ended meanwhile. A read does not keep it alive. */
export async function isSessionOpen(db: Pick<Db, 'query'>, caller: Caller | null): Promise<boolean> {
  if (!caller?.operator) return false;
  const rows = await db.query(findStatement, { tokenDigest: caller.operator.tokenDigest });
  return rows.length > 0;
}
