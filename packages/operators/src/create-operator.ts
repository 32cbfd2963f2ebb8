import type { Role } from '@linework/auth/roles';
import type { Db } from '@linework/db/db';
import { eventType } from '@linework/schemas/events';
import type { Operator } from '@linework/schemas/operators/operator';
import { v7 as newId } from 'uuid';
import { assertOperatorIsUnique, isOperatorTakenError } from './assert-operator-is-unique.ts';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { printOperator } from './find-operator.ts';
import { hashPassword } from './hash-password.ts';
import { createOneTimePassword, oneTimePasswordEnd } from './one-time-password.ts';

export interface OperatorInput {
  readonly name: string;
  readonly role: Role;
  readonly email?: string | undefined;
  /** The key or the person that sent the request; undefined for the command line. */
  readonly byId?: string | undefined;
  /** For the demo: a password that stays. By default the first one must be changed at the first sign-in. */
  readonly keepsPassword?: boolean;
}

/**
 * Creates a person with a first password, which is returned this once. Raises conflict if the name or the e-mail
 * address is taken.
 */
export async function createOperator(
  db: Db,
  { name, role, email, byId, keepsPassword = false }: OperatorInput,
): Promise<Operator & { readonly password: string }> {
  const values = { name: name.normalize('NFC'), email: email?.toLowerCase() };
  await assertOperatorIsUnique(db, values);
  const password = createOneTimePassword();
  const passwordHash = await hashPassword(password);
  const data = {
    id: newId(),
    ...values,
    email: values.email ?? null,
    role,
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
        byId,
        details: { role },
      });
      return created;
    });
    return { ...printOperator(record), password };
  } catch (error) {
    // A concurrent request was faster.
    if (isOperatorTakenError(error)) await assertOperatorIsUnique(db, values);
    throw error;
  }
}
