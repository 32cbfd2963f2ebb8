import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { createToken, digestToken, isToken } from '../session-token.ts';
import type { OpenidChecks } from './openid-provider.ts';

/** Long enough for a second factor. */
export const beginSeconds = 600;

/** Also deletes what was begun and not ended: no job is needed for it. */
const insertStatement = statement(
  'insert-openid-sign-in',
  {
    tokenDigest: 'bytea',
    state: 'text',
    nonce: 'text',
    codeVerifier: 'text',
    returnTo: 'text',
    company: 'text?',
    beginSeconds: 'int',
  },
  `WITH ended AS (
    DELETE FROM openid_sign_in
    WHERE expires_at <= now()
  )
  INSERT INTO openid_sign_in (token_digest, state, nonce, code_verifier, return_to, company, expires_at)
  VALUES (:tokenDigest, :state, :nonce, :codeVerifier, :returnTo, :company, now() + :beginSeconds * interval '1 s')`,
);

/** The state decides too, so that a link with a state of somebody else does not end the sign-in of this browser. */
const takeStatement = statement(
  'take-openid-sign-in',
  { tokenDigest: 'bytea', state: 'text' },
  `DELETE FROM openid_sign_in
  WHERE token_digest = :tokenDigest AND state = :state AND expires_at > now()
  RETURNING state, nonce, code_verifier AS "codeVerifier", return_to AS "returnTo", company`,
);

export interface BegunSignIn extends OpenidChecks {
  /** The page of the console that is shown afterwards. */
  readonly returnTo: string;
  /** The broker's provider that was asked; null for the operator's. */
  readonly company: string | null;
}

/** Stores a sign-in that begins, and returns the token for the cookie of its browser. */
export async function storeBegunSignIn(
  db: Pick<Db, 'query'>,
  { state, nonce, codeVerifier, returnTo, company }: BegunSignIn,
): Promise<string> {
  const token = createToken();
  await db.query(insertStatement, {
    tokenDigest: digestToken(token),
    state,
    nonce,
    codeVerifier,
    returnTo,
    company,
    beginSeconds,
  });
  return token;
}

/** Takes the sign-in that this browser began, once. Undefined if there is none with this state, or if it is too old. */
export async function takeBegunSignIn(
  db: Pick<Db, 'query'>,
  token: string,
  state: string,
): Promise<BegunSignIn | undefined> {
  if (!isToken(token)) return undefined;
  const [begun] = await db.query(takeStatement, { tokenDigest: digestToken(token), state });
  return begun;
}
