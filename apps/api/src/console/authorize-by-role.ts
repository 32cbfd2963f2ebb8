import { type Caller, hasScope } from '@linework/auth/caller';
import { includesRole, isRanked, type Role } from '@linework/auth/roles';
import type { Scope } from '@linework/auth/scopes';
import type { Route } from '@linework/http/define-route';
import { forbidden, missingScope } from '@linework/problem-details/make-problem';

/**
 * The groups of operations that the person on duty may change with. Every other group is for administrators, also one
 * that is added later.
 */
const groupsOfOperators: ReadonlySet<string> = new Set([
  'orders',
  'lines',
  'drifts',
  'bulk-operations',
  'partners',
  'webhooks',
  'pauses',
  'order-batches',
  'saved-views',
]);

/** Whoever chooses the address of an endpoint, or reads its secret, chooses who gets the events. */
const namesOfAdministrators: ReadonlySet<string> = new Set([
  'createWebhookEndpoint',
  'changeWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rollWebhookSecret',
]);

/** A preview and a dry run change nothing. */
const isDryRun = ({ path }: Route): boolean => /(?:\/preview|-previews|\/dry-run)$/.test(path);

/** The role that a route needs: reading is for everybody, except the list of people. @internal */
export function findNeededRole(route: Route): Role {
  if (route.tag === 'operators') return 'administrator';
  if (route.tag === 'console' || route.method === 'get' || isDryRun(route)) return 'viewer';
  return groupsOfOperators.has(route.tag) && !namesOfAdministrators.has(route.name) ? 'operator' : 'administrator';
}

/** What every session may ask, whatever its scopes are: who it is, its end, its password and what has changed. */
const isOfSession = ({ tag, scope }: Route): boolean => tag === 'console' && scope === 'operator';

/** The name of a broker stands beside each record, so every person of the operator reads it. */
const isNameOfBroker = ({ brokerId }: Caller, { name }: Route): boolean => brokerId === null && name === 'listBrokers';

/**
 * Offers are changed with the operator's key only, because they are of all its brokers. A person of the operator with
 * the role for the catalogue changes them too, and never one of a broker.
 */
const isCatalogue = (caller: Caller, { tag }: Route): boolean =>
  caller.brokerId === null && tag === 'Catalog' && hasScope(caller, 'catalog:write');

const mayByScope = (caller: Caller, route: Route): boolean =>
  route.scope === null ||
  isOfSession(route) ||
  isNameOfBroker(caller, route) ||
  isCatalogue(caller, route) ||
  mayByOwnScopes(caller, route.scope, route.method);

/**
 * `operator` includes other scopes for a key and for the ranks. For a role without a rank it shows what is of all
 * brokers, and changes nothing: otherwise whoever has it could make an administrator.
 */
function mayByOwnScopes(caller: Caller, scope: Scope, method: string): boolean {
  if (caller.operator === undefined || isRanked(caller.operator.role)) return hasScope(caller, scope);
  return caller.scopes.includes(scope) && (scope !== 'operator' || method === 'get');
}

/**
 * Raises missing-scope and missing-role. A person is held to the scopes of the role as a key is to its own; one of the
 * three ranked roles also to its rank. A person with a first password may only choose another one.
 */
export function authorizeByRole(caller: Caller, route: Route): void {
  const { operator } = caller;
  const { scope } = route;
  if (scope !== null && !mayByScope(caller, route)) throw missingScope(scope);
  const needed = neededRoles.get(route.name) ?? findNeededRole(route);
  if (operator === undefined || !mayByRank(operator.role, needed, route)) {
    throw forbidden(`This needs the role ${needed}.`, { code: 'missing-role', role: needed });
  }
  if (operator.mustChangePassword && !allowedBefore.has(route.name)) {
    throw forbidden('Choose your own password first.', { code: 'password-must-be-changed' });
  }
}

/** A role that has no rank is its scopes, and never that of whoever chooses where events go. */
const mayByRank = (role: Role, needed: Role, { name }: Route): boolean =>
  isRanked(role) ? includesRole(role, needed) : !namesOfAdministrators.has(name);

/** The operations of the console itself that need more than a session. */
const neededRoles: ReadonlyMap<string, Role> = new Map([
  ['unmaskRecord', 'operator'],
  ['unmaskDocument', 'operator'],
]);
const allowedBefore: ReadonlySet<string> = new Set(['getSession', 'signOut', 'changePassword']);
