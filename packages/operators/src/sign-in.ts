import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import { verifyPassword } from './hash-password.ts';
import { openSession } from './open-session.ts';
import { countSignIn, rememberSignIn } from './sign-in-limits.ts';
import type { StartedSession } from './start-session.ts';

const findStatement = statement(
  'find-operator-by-name',
  { name: 'text' },
  `SELECT id, name, role, must_change_password AS "mustChangePassword",
    CASE WHEN disabled_at IS NULL
      AND (password_expires_at IS NULL OR password_expires_at > now()) THEN password_hash END AS "passwordHash"
  FROM operator
  WHERE lower(name) = lower(:name)`,
);

type OperatorRow = RowOf<typeof findStatement>;

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
  const [found] = await db.query(findStatement, { name: name.normalize('NFC') });
  if (!(await verifyPassword(password, found?.passwordHash)) || found === undefined) return { type: 'wrong' };
  const session = await db.transaction((tx) => openSession(tx, found.id, 'password'));
  if (!session) return { type: 'wrong' };
  await rememberSignIn(db, { id: found.id, name, address });
  const { passwordHash, ...operator } = found;
  return { type: 'signed-in', operator, session };
}
