import type { Caller } from '@linework/auth/caller';
import { knownScopes, type Scope } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { conflict, validationError } from '@linework/problem-details/make-problem';
import { type EventType, eventType } from '@linework/schemas/events';
import type { Role } from '@linework/schemas/operators/role';
import { v7 as newId } from 'uuid';
import { resolveOwner } from '../create-operator.ts';
import { pauseBatchesOfPerson, scopesOfBatches } from '../pause-batches-of-person.ts';
import { assertHasScopes } from '../people-of-caller.ts';
import { findRole, roleNotFound } from './find-role.ts';

export interface NewRole {
  readonly caller: Caller;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly brokerId?: string | undefined;
}

export interface RoleTarget {
  readonly caller: Caller;
  readonly roleId: string;
}

/** Makes a role of the caller's broker or of the operator. Raises missing-scope and role-name-taken. */
export async function createRole(db: Db, { caller, name, scopes, brokerId: wanted }: NewRole): Promise<Role> {
  const brokerId = await resolveOwner(db, caller, wanted);
  assertHasScopes(caller, scopes);
  const id = newId();
  return writing(db, async (tx) => {
    await tx.prisma.operatorRole.create({ data: { id, brokerId, name, scopes: knownScopes(scopes) } });
    const details = { name, scopes: knownScopes(scopes).join(', ') };
    await emitEvent(tx, { type: eventType('role.created'), id, brokerId, caller, details });
    return findRole(tx, caller, id);
  });
}

const lockStatement = statement(
  'lock-role',
  { roleId: 'uuid', brokerId: 'uuid?' },
  `SELECT id
  FROM operator_role
  WHERE id = :roleId AND (:brokerId IS NULL OR broker_id = :brokerId)
  FOR UPDATE`,
);

const peopleStatement = statement(
  'list-people-of-role',
  { roleId: 'uuid', brokerId: 'uuid?' },
  'SELECT id FROM operator WHERE role_id = :roleId AND (:brokerId IS NULL OR broker_id = :brokerId)',
);

/**
 * Changes a role; without changes it writes nothing. Sessions read it with each request, so it counts at once. Raises
 * not-found, role-name-taken, missing-scope for a scope of the role, before or after, that the caller lacks, and
 * validation-error for `operator` in a role of a broker.
 */
export function changeRole(
  db: Db,
  { caller, roleId }: RoleTarget,
  wanted: { readonly name?: string | undefined; readonly scopes?: readonly Scope[] | undefined },
): Promise<Role> {
  return writing(db, async (tx) => {
    const before = await lockRole(tx, { caller, roleId });
    const next = {
      name: wanted.name ?? before.name,
      scopes: wanted.scopes === undefined ? before.scopes : knownScopes(wanted.scopes),
    };
    assertHasScopes(caller, next.scopes);
    if (before.brokerId !== undefined && next.scopes.includes('operator'))
      throw validationError([{ detail: 'operator is not allowed for a role of a broker', pointer: '/scopes' }]);
    const [from, to] = [before.scopes.join(', '), next.scopes.join(', ')];
    const changed = [...(next.name === before.name ? [] : ['name']), ...(from === to ? [] : ['scopes'])];
    if (changed.length === 0) return before;
    await tx.prisma.operatorRole.update({ where: { id: roleId }, data: { ...next, updatedAt: new Date() } });
    const hasLost = (scope: Scope) => before.scopes.includes(scope) && !next.scopes.includes(scope);
    if (scopesOfBatches.some(hasLost)) await pauseBatchesOfPeople(tx, { caller, roleId });
    const details = { changed: changed.join(', '), ...(from !== to && { scopes: `${from} to ${to}` }) };
    await emitEvent(tx, {
      type: eventType('role.changed'),
      id: roleId,
      brokerId: before.brokerId ?? null,
      caller,
      details,
    });
    return findRole(tx, caller, roleId);
  });
}

/** Deletes a role that nobody has. Raises not-found, missing-scope and role-in-use. */
export function deleteRole(db: Db, { caller, roleId }: RoleTarget): Promise<void> {
  return writing(db, async (tx) => {
    const { name, brokerId = null, people } = await lockRole(tx, { caller, roleId });
    if (people > 0) throw conflict(`${people} people have the role ${name}.`, { code: 'role-in-use', people });
    await tx.prisma.operatorRole.delete({ where: { id: roleId } });
    await emitEvent(tx, { type: eventType('role.deleted'), id: roleId, brokerId, caller, details: { name } });
  });
}

/** Nobody acts on a role with more rights than their own. The lock keeps the role from being given meanwhile. */
async function lockRole(tx: Db, { caller, roleId }: RoleTarget): Promise<Role> {
  const [locked] = await tx.query(lockStatement, { roleId, brokerId: caller.brokerId });
  if (!locked) throw roleNotFound(roleId);
  const role = await findRole(tx, caller, roleId);
  assertHasScopes(caller, role.scopes);
  return role;
}

async function pauseBatchesOfPeople(tx: Db, { caller, roleId }: RoleTarget): Promise<void> {
  const people = await tx.query(peopleStatement, { roleId, brokerId: caller.brokerId });
  for (const { id } of people) await pauseBatchesOfPerson(tx, { operatorId: id, byId: caller.keyId });
}

async function writing<Result>(db: Db, work: (tx: Db) => Promise<Result>): Promise<Result> {
  try {
    return await db.transaction((tx) => tx.savepoint(work));
  } catch (error) {
    if (isUniqueViolation(error, 'one_role_per_name'))
      throw conflict('Another role has the name.', { code: 'role-name-taken' });
    throw error;
  }
}

interface RoleEvent {
  readonly type: EventType;
  readonly id: string;
  /** The broker of the role, whose audit shows it. */
  readonly brokerId: string | null;
  readonly caller: Caller;
  readonly details: Readonly<Record<string, string>>;
}

async function emitEvent(tx: Pick<Db, 'prisma'>, { caller, ...event }: RoleEvent): Promise<void> {
  await writeEvent(tx, { ...event, keyId: caller.keyId });
}
