import type { Caller } from '@linework/auth/caller';
import { hasScope } from '@linework/auth/caller';
import { type PersonWithRole, scopesOfPerson } from '@linework/auth/roles';
import type { Scope } from '@linework/auth/scopes';
import { missingScope } from '@linework/problem-details/make-problem';

/** Who asks for a person to be read or changed. */
export type PeopleCaller = Pick<Caller, 'keyId' | 'brokerId' | 'scopes'>;

/**
 * Nobody gives a role with more rights than their own, and nobody acts on a person who has more: another password or
 * role of that person would be a way to these rights. An operator may do both. Raises missing-scope.
 */
export const assertMayManage = (caller: PeopleCaller, person: PersonWithRole): void =>
  assertHasScopes(caller, scopesOfPerson(person));

/** Raises missing-scope for a scope that the caller lacks. An operator may give every scope. */
export function assertHasScopes(caller: PeopleCaller, scopes: readonly Scope[]): void {
  if (caller.scopes.includes('operator')) return;
  const missing = scopes.find((scope) => !hasScope(caller, scope));
  if (missing !== undefined) throw missingScope(missing);
}
