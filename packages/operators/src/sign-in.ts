import type { SignedInOperator } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { verifyPassword } from './hash-password.ts';
import { openSession } from './open-session.ts';
import { readOwnRole } from './roles/own-role.ts';
import { countSignIn, rememberSignIn } from './sign-in-limits.ts';
import type { StartedSession } from './start-session.ts';

const findStatement = statement(
  'find-operator-by-name',
  { name: 'text' },
  `SELECT p.id, p.name, p.role, p.broker_id AS "brokerId", p.must_change_password AS "mustChangePassword",
    CASE WHEN p.disabled_at IS NULL
      AND (p.password_expires_at IS NULL OR p.password_expires_at > now()) THEN p.password_hash END AS "passwordHash",
    r.name AS "roleName", r.scopes AS "roleScopes"
  FROM operator p
  LEFT JOIN operator_role r ON r.id = p.role_id
  WHERE lower(p.name) = lower(:name)`,
);

export interface SignInInput {
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

export type SignInResult =
  | {
      readonly type: 'signed-in';
      readonly operator: Pick<SignedInOperator, 'id' | 'name' | 'role' | 'ownRole' | 'brokerId' | 'mustChangePassword'>;
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
  const { passwordHash, roleName, roleScopes, ...person } = found;
  return { type: 'signed-in', operator: { ...person, ownRole: readOwnRole(roleName, roleScopes) }, session };
}
