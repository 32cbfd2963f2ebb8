import type { Role } from '@linework/auth/roles';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { verifyPassword } from './hash-password.ts';
import { openSession } from './open-session.ts';
import { countSignIn, rememberSignIn } from './sign-in-limits.ts';
import type { StartedSession } from './start-session.ts';

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
  | {
      readonly type: 'signed-in';
      readonly operator: Omit<OperatorRow, 'passwordHash'>;
      readonly session: StartedSession;
    }
  | { readonly type: 'wrong' }
  | { readonly type: 'too-many'; readonly waitSeconds: number };

/**
 * Signs a person in by name and password, with a new session each time. A name that does not exist, a disabled person
 * and a wrong password are the same to the caller, and take as long.
 */
export async function signIn(db: Db, { name, password, address }: SignInInput): Promise<SignInResult> {
  const waitSeconds = await countSignIn(db, { name, address });
  if (waitSeconds > 0) return { type: 'too-many', waitSeconds };
  const [found] = await db.query<OperatorRow>(findStatement, [name.normalize('NFC')]);
  if (!(await verifyPassword(password, found?.passwordHash)) || found === undefined) return { type: 'wrong' };
  const session = await db.transaction((tx) => openSession(tx, found.id, 'password'));
  if (!session) return { type: 'wrong' };
  await rememberSignIn(db, { id: found.id, name, address });
  const { passwordHash, ...operator } = found;
  return { type: 'signed-in', operator, session };
}
