import type { Caller } from '@linework/auth/caller';
import { includesRole, type Role } from '@linework/auth/roles';
import type { Route } from '@linework/http/define-route';
import { forbidden } from '@linework/problem-details/make-problem';

/**
 * The groups of operations that the person on duty may change with. Every other group is for administrators, also one
 * that is added later.
 */
const groupsOfOperators: ReadonlySet<string> = new Set([
  'orders',
  'lines',
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

/** Raises missing-role. A person with a first password may only choose another one. */
export function authorizeByRole({ operator }: Caller, route: Route): void {
  const needed = neededRoles.get(route.name) ?? findNeededRole(route);
  if (operator === undefined || !includesRole(operator.role, needed)) {
    throw forbidden(`This needs the role ${needed}.`, { code: 'missing-role', role: needed });
  }
  if (operator.mustChangePassword && !allowedBefore.has(route.name)) {
    throw forbidden('Choose your own password first.', { code: 'password-must-be-changed' });
  }
}

/** The operations of the console itself that need more than a session. */
const neededRoles: ReadonlyMap<string, Role> = new Map([['unmaskRecord', 'operator']]);
const allowedBefore: ReadonlySet<string> = new Set(['getSession', 'signOut', 'changePassword']);
