import type { Db } from '@linework/db/db';
import { eventType } from '@linework/schemas/events';
import type { Operator } from '@linework/schemas/operators/operator';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { endOtherSessions } from './end-sessions.ts';
import { findOperator, lockOperator, type OperatorTarget } from './find-operator.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { createOneTimePassword, oneTimePasswordEnd } from './one-time-password.ts';

/** Gives a person a first password again, which is returned this once, and ends every session. Raises not-found. */
export async function resetPassword(db: Db, target: OperatorTarget): Promise<Operator & { readonly password: string }> {
  const { caller, operatorId } = target;
  const password = createOneTimePassword();
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    await lockOperator(tx, target);
    const data = {
      passwordHash,
      passwordExpiresAt: oneTimePasswordEnd(),
      mustChangePassword: true,
      updatedAt: new Date(),
    };
    await tx.prisma.operator.update({ where: { id: operatorId }, data });
    await endOtherSessions(tx, operatorId, null);
    await emitOperatorEvent(tx, { type: eventType('operator.password_reset'), operatorId, byId: caller.keyId });
    return { ...(await findOperator(tx, caller, operatorId)), password };
  });
}

export interface PasswordChange {
  readonly operatorId: string;
  readonly current: string;
  readonly next: string;
  /** The session of the request, which goes on. */
  readonly tokenDigest: Buffer;
}

/**
 * Sets the password that a person has chosen, and ends every other session. Returns false if the current password is
 * wrong.
 */
export async function changePassword(
  db: Db,
  { operatorId, current, next, tokenDigest }: PasswordChange,
): Promise<boolean> {
  const before = await db.prisma.operator.findFirst({ where: { id: operatorId }, select: { passwordHash: true } });
  if (!(await verifyPassword(current, before?.passwordHash))) return false;
  const passwordHash = await hashPassword(next);
  return db.transaction(async (tx) => {
    // Only over the password that was checked: an administrator may have reset it meanwhile.
    const data = { passwordHash, passwordExpiresAt: null, mustChangePassword: false, updatedAt: new Date() };
    const { count } = await tx.prisma.operator.updateMany({
      where: { id: operatorId, passwordHash: before?.passwordHash ?? null },
      data,
    });
    if (count === 0) return false;
    await endOtherSessions(tx, operatorId, tokenDigest);
    await emitOperatorEvent(tx, { type: eventType('operator.password_changed'), operatorId, byId: operatorId });
    return true;
  });
}
