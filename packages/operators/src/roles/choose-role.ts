import type { BuiltInRole, PersonWithRole } from '@linework/auth/roles';
import { knownScopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { unprocessableValues } from '@linework/problem-details/make-problem';

/** A role that every installation has, or the id of one that an administrator has made. */
export interface RoleChoice {
  readonly role?: BuiltInRole | undefined;
  readonly roleId?: string | undefined;
}

/** What is stored of a person, with the scopes of a role that an administrator has made. */
export interface ChosenRole extends PersonWithRole {
  readonly roleId: string | null;
  /** For events. */
  readonly roleName: string;
}

/**
 * The role that is chosen for a person of this broker; undefined without a choice. Raises unknown-role for a role of
 * another broker, which may not exist.
 */
export async function chooseRole(
  tx: Pick<Db, 'prisma'>,
  { role, roleId }: RoleChoice,
  brokerId: string | null,
): Promise<ChosenRole | undefined> {
  if (roleId === undefined) return role && { role, roleId: null, roleName: role, brokerId };
  const made = await tx.prisma.operatorRole.findFirst({ where: { id: roleId, brokerId } });
  if (!made) {
    const detail = `There is no role ${roleId} for people of ${brokerId === null ? 'the operator' : 'this broker'}.`;
    throw unprocessableValues([{ detail, pointer: '/roleId' }], { code: 'unknown-role' });
  }
  return { role: 'custom', roleId, roleName: made.name, brokerId, scopesOfOwnRole: knownScopes(made.scopes) };
}
