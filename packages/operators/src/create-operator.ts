import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isForeignKeyViolation } from '@linework/db/errors';
import { resolveBroker } from '@linework/lists/resolve-broker';
import { eventType } from '@linework/schemas/events';
import type { Operator } from '@linework/schemas/operators/operator';
import { v7 as newId } from 'uuid';
import { assertOperatorIsUnique, isOperatorTakenError } from './assert-operator-is-unique.ts';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { printOperator } from './find-operator.ts';
import { hashPassword } from './hash-password.ts';
import { createOneTimePassword, oneTimePasswordEnd } from './one-time-password.ts';
import { assertMayManage } from './people-of-caller.ts';
import { chooseRole, type RoleChoice } from './roles/choose-role.ts';

export interface OperatorInput extends RoleChoice {
  readonly name: string;
  readonly email?: string | undefined;
  /** The broker of the person; by default that of the caller. */
  readonly brokerId?: string | undefined;
  /** The key or the person that sent the request; undefined for the command line. */
  readonly caller?: Caller | undefined;
  /** For the demo: a password that stays. By default the first one must be changed at the first sign-in. */
  readonly keepsPassword?: boolean;
}

/**
 * Creates a person with a first password, which is returned this once. Raises conflict if the name or the e-mail
 * address is taken, and missing-scope for a role with more rights than the caller.
 */
export async function createOperator(
  db: Db,
  { name, role, roleId, email, brokerId: wanted, caller, keepsPassword = false }: OperatorInput,
): Promise<Operator & { readonly password: string }> {
  const values = { name: name.normalize('NFC'), email: email?.toLowerCase() };
  const brokerId = caller === undefined ? null : await resolveOwner(db, caller, wanted);
  const chosen = await chooseRole(db, { role, roleId }, brokerId);
  if (chosen === undefined) throw new Error('A person needs a role.');
  if (caller !== undefined) assertMayManage(caller, chosen);
  await assertOperatorIsUnique(db, values);
  const password = createOneTimePassword();
  const passwordHash = await hashPassword(password);
  const data = {
    id: newId(),
    ...values,
    email: values.email ?? null,
    role: chosen.role,
    roleId: chosen.roleId,
    brokerId,
    passwordHash,
    mustChangePassword: !keepsPassword,
  };
  try {
    const record = await db.transaction(async (tx) => {
      const created = await tx.prisma.operator.create({
        data: { ...data, passwordExpiresAt: keepsPassword ? null : oneTimePasswordEnd() },
      });
      await emitOperatorEvent(tx, {
        type: eventType('operator.created'),
        operatorId: created.id,
        byId: caller?.keyId,
        details: { role: chosen.roleName },
      });
      return created;
    });
    return { ...printOperator(record), password };
  } catch (error) {
    // A concurrent request was faster.
    if (isForeignKeyViolation(error, 'operator_role_id_fkey')) await chooseRole(db, { roleId }, brokerId);
    if (isOperatorTakenError(error)) await assertOperatorIsUnique(db, values);
    throw error;
  }
}

/** The broker of a new person or role: the caller's. An operator names one, or none for one of the operator. */
export const resolveOwner = async (db: Db, caller: Caller, wanted: string | undefined): Promise<string | null> =>
  caller.brokerId === null && wanted === undefined ? null : await resolveBroker(db, caller, wanted);
