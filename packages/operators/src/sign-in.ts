import type { Role } from '@linework/auth/roles';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { eventType } from '@linework/schemas/events';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { verifyPassword } from './hash-password.ts';
import { countAttempt, forgiveAttempts } from './sign-in-limits.ts';
import { type StartedSession, startSession } from './start-session.ts';

const findStatement = statement(
  'find-operator-by-name',
  `SELECT id, name, role, must_change_password AS "mustChangePassword",
    CASE WHEN disabled_at IS NULL AND (password_expires_at IS NULL OR password_expires_at > now()) THEN password_hash END AS "passwordHash"
  FROM operator
  WHERE lower(name) = lower($1::text)`,
);

interface OperatorRow {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly mustChangePassword: boolean;
  /** Null for a person who is disabled, has no password, or did not use the first one in time. */
  readonly passwordHash: string | null;
}

export interface SignInInput {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

export type SignInResult =
  | { readonly type: 'signed-in'; readonly operator: Omit<OperatorRow, 'passwordHash'>; readonly session: StartedSession }
  | { readonly type: 'wrong' }
  | { readonly type: 'too-many'; readonly waitSeconds: number };

/**
 * Signs a person in by name and password, with a new session each time. A name that does not exist, a disabled person and a wrong password are the
 * same to the caller, and take as long.
 */
export async function signIn(db: Db, { name, password, address }: SignInInput): Promise<SignInResult> {
  const waitSeconds = await countAttempt(db, { name, address });
  if (waitSeconds > 0) return { type: 'too-many', waitSeconds };
  const [found] = await db.query<OperatorRow>(findStatement, [name.normalize('NFC')]);
  if (!(await verifyPassword(password, found?.passwordHash)) || found === undefined) return { type: 'wrong' };
  const session = await openSession(db, found.id, { way: 'password' });
  if (!session) return { type: 'wrong' };
  await forgiveAttempts(db, name);
  const { passwordHash, ...operator } = found;
  return { type: 'signed-in', operator, session };
}

/** Starts a session of a person whose identity is proven, and writes its event. Undefined if the person was disabled meanwhile. */
function openSession(db: Db, operatorId: string, details: { readonly way: 'password' | 'openid' }): Promise<StartedSession | undefined> {
  return db.transaction(async (tx) => {
    const session = await startSession(tx, operatorId);
    if (session) await emitOperatorEvent(tx, { type: eventType('operator.signed_in'), operatorId, byId: operatorId, details });
    return session;
  });
}
