import type { Caller } from '@linework/auth/caller';
import { knownScopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import type { OperatorRoleModel } from '@linework/db/generated/models/OperatorRole';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type Role, role } from '@linework/schemas/operators/role';
import { printRecord } from '@linework/schemas/print-record';

/** Reads with a role how many people have it. */
export const withPeople = { _count: { select: { people: true } } } as const;

interface RoleRow extends OperatorRoleModel {
  readonly _count: { readonly people: number };
}

/** A role as its broker and the operator see it. Raises not-found. */
export async function findRole(
  db: Pick<Db, 'prisma'>,
  caller: Pick<Caller, 'brokerId'>,
  roleId: string,
): Promise<Role> {
  const row = await db.prisma.operatorRole.findFirst({
    where: { id: roleId, ...visibleTo(caller) },
    include: withPeople,
  });
  if (!row) throw roleNotFound(roleId);
  return printRole(row);
}

export const roleNotFound = (roleId: string) => notFound(`There is no role ${roleId}.`);

export const printRole = (row: RoleRow): Role =>
  printRecord(role, { ...row, scopes: knownScopes(row.scopes), people: row._count.people });
