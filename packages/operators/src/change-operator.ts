import type { Db } from '@linework/db/db';
import { isCheckViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import { eventType } from '@linework/schemas/events';
import type { Operator } from '@linework/schemas/operators/operator';
import { assertOperatorIsUnique, isOperatorTakenError } from './assert-operator-is-unique.ts';
import { emitOperatorEvent } from './emit-operator-event.ts';
import { findOperator, lockOperator, type OperatorTarget } from './find-operator.ts';
import { mayRunBatches, pauseBatchesOfPerson } from './pause-batches-of-person.ts';
import { assertMayManage } from './people-of-caller.ts';
import { type ChosenRole, chooseRole, type RoleChoice } from './roles/choose-role.ts';

/** Another address is another account at the provider, which is linked at the next sign-in; no address is none. */
const changeStatement = statement(
  'change-operator',
  { operatorId: 'uuid', name: 'text?', hasEmail: 'boolean', email: 'text?', role: 'text?', roleId: 'uuid?' },
  `UPDATE operator
  SET name = coalesce(:name, name),
    email = CASE WHEN :hasEmail THEN :email ELSE email END,
    openid_subject = CASE WHEN NOT :hasEmail OR email IS NOT DISTINCT FROM :email THEN openid_subject END,
    openid_issuer = CASE WHEN NOT :hasEmail OR email IS NOT DISTINCT FROM :email THEN openid_issuer END,
    role = coalesce(:role, role),
    role_id = CASE WHEN :role IS NULL THEN role_id ELSE :roleId END,
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

export interface OperatorChange extends OperatorTarget, RoleChoice {
  readonly name?: string | undefined;
  readonly email?: string | null | undefined;
}

/**
 * Changes a person. A new role ends every session of the person, and pauses the batches of one who may no longer act.
 * Raises not-found, missing-scope, operator-taken, unknown-role and last-administrator.
 */
export async function changeOperator(
  db: Db,
  { operatorId, caller, role, roleId, ...values }: OperatorChange,
): Promise<Operator> {
  const byId = caller.keyId;
  const given = { ...values, email: values.email?.toLowerCase() ?? values.email };
  try {
    return await db.transaction(async (tx) => {
      await lockOperator(tx, { operatorId, caller });
      await assertOperatorIsUnique(tx, given, operatorId);
      const before = await findOperator(tx, caller, operatorId);
      const chosen = await chooseRole(tx, { role, roleId }, before.brokerId ?? null);
      if (chosen !== undefined) assertMayManage(caller, chosen);
      const changed = listChanges(before, given, chosen);
      if (changed.length === 0) return before;
      const { name, email } = given;
      await keepingAnAdministrator(tx, (own) =>
        own.query(changeStatement, {
          operatorId,
          name,
          hasEmail: email !== undefined,
          email,
          role: chosen?.role,
          roleId: chosen?.roleId,
        }),
      );
      if (chosen !== undefined && !mayRunBatches(chosen)) await pauseBatchesOfPerson(tx, { operatorId, byId });
      const details = {
        changed: changed.join(', '),
        ...(chosen && changed.includes('role') && { role: `${await nameRole(tx, before)} to ${chosen.roleName}` }),
      };
      await emitOperatorEvent(tx, { type: eventType('operator.changed'), operatorId, byId, details });
      return findOperator(tx, caller, operatorId);
    });
  } catch (error) {
    if (isOperatorTakenError(error)) await assertOperatorIsUnique(db, given, operatorId);
    throw error;
  }
}

/** The members that differ from what they are. */
function listChanges(
  before: Operator,
  { name, email }: Pick<OperatorChange, 'name' | 'email'>,
  chosen: ChosenRole | undefined,
): readonly string[] {
  const isNewRole = chosen && (chosen.role !== before.role || chosen.roleId !== (before.roleId ?? null));
  return [
    ...(name !== undefined && name !== before.name ? ['name'] : []),
    ...(email !== undefined && email !== (before.email ?? null) ? ['email'] : []),
    ...(isNewRole ? ['role'] : []),
  ];
}

/** The role that a person has, by the name that people know. */
async function nameRole(tx: Pick<Db, 'prisma'>, { role, roleId, brokerId }: Operator): Promise<string> {
  if (roleId === undefined || role !== 'custom') return role;
  return (await chooseRole(tx, { roleId }, brokerId ?? null))?.roleName ?? role;
}

/**
 * Disables a person: in the same transaction every session ends, and running batches of the person are paused. Nothing
 * changes for one who is disabled already. Raises not-found and last-administrator.
 */
export function disableOperator(db: Db, target: OperatorTarget): Promise<Operator> {
  return setDisabled(db, target, true);
}

/** Lets a person sign in again, with the password as it was. Raises not-found. */
export function enableOperator(db: Db, target: OperatorTarget): Promise<Operator> {
  return setDisabled(db, target, false);
}

function setDisabled(db: Db, target: OperatorTarget, isDisabled: boolean): Promise<Operator> {
  const { operatorId, caller } = target;
  const byId = caller.keyId;
  return db.transaction(async (tx) => {
    await lockOperator(tx, target);
    const before = await findOperator(tx, caller, operatorId);
    if (before.enabled !== isDisabled) return before;
    await keepingAnAdministrator(tx, (own) => own.query(setDisabledStatement, { operatorId, isDisabled }));
    if (isDisabled) await pauseBatchesOfPerson(tx, { operatorId, byId });
    await emitOperatorEvent(tx, {
      type: isDisabled ? eventType('operator.disabled') : eventType('operator.enabled'),
      operatorId,
      byId,
    });
    return findOperator(tx, caller, operatorId);
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
