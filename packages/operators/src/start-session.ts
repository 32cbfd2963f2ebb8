import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { createToken, digestToken } from './session-token.ts';

/** Also deletes the sessions that have ended: they are few, and so no job is needed for them. */
const startStatement = statement(
  'start-operator-session',
  { tokenDigest: 'bytea', operatorId: 'uuid', way: 'text' },
  `WITH ended AS (
    DELETE FROM operator_session
    WHERE expires_at <= now()
  ), signed_in AS (
    UPDATE operator
    SET last_signed_in_at = now()
    WHERE id = :operatorId AND disabled_at IS NULL
    RETURNING id
  )
  INSERT INTO operator_session (token_digest, operator_id, expires_at, way)
  SELECT :tokenDigest, id, now() + interval '12 hours', :way
  FROM signed_in
  RETURNING expires_at AS "expiresAt"`,
);

/** How a person has proven who it is. */
export type SignInWay = 'password' | 'openid';

export interface StartedSession {
  /** For the cookie; it is stored nowhere. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** Starts a session with a new token. Undefined if the person was disabled meanwhile. */
export async function startSession(
  db: Pick<Db, 'query'>,
  operatorId: string,
  way: SignInWay,
): Promise<StartedSession | undefined> {
  const token = createToken();
  const [row] = await db.query(startStatement, {
    tokenDigest: digestToken(token),
    operatorId,
    way,
  });
  return row && { token, expiresAt: row.expiresAt };
}
