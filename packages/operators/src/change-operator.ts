import type { Role } from '@linework/auth/roles';
import type { Db } from '@linework/db/db';
import { isCheckViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { Operator } from '@linework/schemas/operators/operator';
import { assertOperatorIsUnique, isOperatorTakenError } from './assert-operator-is-unique.ts';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { findOperator, lockOperator } from './find-operator.ts';
import { pauseBatchesOfPerson } from './pause-batches-of-person.ts';

/** Another address is another account at the provider, which is linked at the next sign-in; no address is none. */
const changeStatement = statement(
  'change-operator',
  { operatorId: 'uuid', name: 'text?', hasEmail: 'boolean', email: 'text?', role: 'text?' },
  `UPDATE operator
  SET name = coalesce(:name, name),
    email = CASE WHEN :hasEmail THEN :email ELSE email END,
    openid_subject = CASE WHEN NOT :hasEmail OR email IS NOT DISTINCT FROM :email THEN openid_subject END,
    openid_issuer = CASE WHEN NOT :hasEmail OR email IS NOT DISTINCT FROM :email THEN openid_issuer END,
    role = coalesce(:role, role),
    updated_at = now()
  WHERE id = :operatorId`,
);

const setDisabledStatement = statement(
  'set-operator-disabled',
  { operatorId: 'uuid', isDisabled: 'boolean' },
  `UPDATE operator
  SET disabled_at = CASE WHEN :isDisabled THEN now() END, updated_at = now()
  WHERE id = :operatorId`,
);

interface Target {
  readonly operatorId: string;
  /** The key or the person who asks for it. */
  readonly byId: string;
}

export interface OperatorChange extends Target {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
  readonly role?: Role | undefined;
}

/**
 * Changes a person. A new role ends every session of the person, and pauses the batches of a viewer. Raises not-found,
 * operator-taken and last-administrator.
 */
export async function changeOperator(db: Db, { operatorId, byId, ...values }: OperatorChange): Promise<Operator> {
  const given = { ...values, email: values.email?.toLowerCase() ?? values.email };
  const wanted = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  try {
    return await db.transaction(async (tx) => {
      await lockOperator(tx, operatorId);
      await assertOperatorIsUnique(tx, given, operatorId);
      const before = await findOperator(tx, operatorId);
      const changed = Object.keys(wanted).filter((name) => wanted[name] !== (before[name as keyof Operator] ?? null));
      if (changed.length === 0) return before;
      const { name, email, role } = given;
      await keepingAnAdministrator(tx, (own) =>
        own.query(changeStatement, { operatorId, name, hasEmail: email !== undefined, email, role }),
      );
      if (values.role === 'viewer') await pauseBatchesOfPerson(tx, { operatorId, byId });
      const details = {
        changed: changed.join(', '),
        ...(changed.includes('role') && { role: `${before.role} to ${values.role}` }),
      };
      await emitOperatorEvent(tx, { type: eventType('operator.changed'), operatorId, byId, details });
      return findOperator(tx, operatorId);
    });
  } catch (error) {
    if (isOperatorTakenError(error)) await assertOperatorIsUnique(db, given, operatorId);
    throw error;
  }
}

/**
 * Disables a person: in the same transaction every session ends, and running batches of the person are paused. Nothing
 * changes for one who is disabled already. Raises not-found and last-administrator.
 */
export function disableOperator(db: Db, target: Target): Promise<Operator> {
  return setDisabled(db, target, true);
}

/** Lets a person sign in again, with the password as it was. Raises not-found. */
export function enableOperator(db: Db, target: Target): Promise<Operator> {
  return setDisabled(db, target, false);
}

function setDisabled(db: Db, { operatorId, byId }: Target, isDisabled: boolean): Promise<Operator> {
  return db.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const before = await findOperator(tx, operatorId);
    if (before.enabled !== isDisabled) return before;
    await keepingAnAdministrator(tx, (own) => own.query(setDisabledStatement, { operatorId, isDisabled }));
    if (isDisabled) await pauseBatchesOfPerson(tx, { operatorId, byId });
    await emitOperatorEvent(tx, {
      type: isDisabled ? eventType('operator.disabled') : eventType('operator.enabled'),
      operatorId,
      byId,
    });
    return findOperator(tx, operatorId);
  });
}

/** The database keeps an enabled administrator, also when two administrators disable each other at the same moment. */
async function keepingAnAdministrator<Result>(tx: Db, work: (own: Db) => Promise<Result>): Promise<Result> {
  try {
    return await tx.savepoint(work);
  } catch (error) {
    if (!isCheckViolation(error, 'one_administrator_stays')) throw error;
    throw conflict('This is the last enabled administrator.', { code: 'last-administrator' });
  }
}
