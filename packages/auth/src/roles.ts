import { type Scope, scopes } from './scopes.ts';

/**
 * The roles that every installation has. Of the first three each has the rights of those before it; the others are sets
 * of scopes and nothing else.
 */
export const roles = ['viewer', 'operator', 'administrator', 'care', 'billing', 'catalogue', 'stock'] as const;

export type BuiltInRole = (typeof roles)[number];

/** The roles of people: `custom` is one that an administrator has made. */
export const personRoles = [...roles, 'custom'] as const;

export type Role = (typeof personRoles)[number];

const ranks: Readonly<Partial<Record<Role, number>>> = { viewer: 0, operator: 1, administrator: 2 };

/** Whether a role is one of the three that rise by their rank. */
export const isRanked = (role: Role): boolean => role in ranks;

/** Whether a role has the rights of a ranked one. */
export const includesRole = (role: Role, needed: Role): boolean =>
  (ranks[role] ?? -1) >= (ranks[needed] ?? Number.POSITIVE_INFINITY);

const reads = scopes.filter((scope) => scope.endsWith(':read'));
const readsOfAll = reads.filter((scope) => scope !== 'people:read');

/** What a key or a person of a broker may have: everything that is within one broker. */
const scopesOfBroker = scopes.filter((scope) => scope !== 'operator');

export const scopesOfRole: Readonly<Record<BuiltInRole, readonly Scope[]>> = {
  viewer: readsOfAll,
  operator: [...readsOfAll, 'lines:write', 'lines:delete', 'orders:write', 'webhooks:write'],
  administrator: scopesOfBroker,
  care: [
    'lines:read',
    'lines:write',
    'orders:read',
    'orders:write',
    'holders:read',
    'holders:write',
    'subscriptions:read',
    'subscriptions:write',
    'usage:read',
    'usage:write',
    'payments:read',
    'payments:write',
    'payment-methods:read',
    'payment-methods:write',
    'tax-receipts:read',
    'portability:read',
    'portability:write',
    'inventory:read',
    'catalog:read',
    'events:read',
  ],
  billing: [
    'subscriptions:read',
    'subscriptions:write',
    'payments:read',
    'payments:write',
    'payment-methods:read',
    'payment-methods:write',
    'tax-receipts:read',
    'tax-receipts:write',
    'holders:read',
    'lines:read',
    'orders:read',
    'usage:read',
    'catalog:read',
    'events:read',
  ],
  catalogue: ['catalog:read', 'catalog:write', 'subscriptions:read', 'events:read'],
  stock: ['inventory:read', 'inventory:write', 'inventory:import', 'lines:read', 'orders:read', 'portability:read'],
};

export interface PersonWithRole {
  readonly role: Role;
  readonly brokerId: string | null;
  /** The scopes of a role that an administrator has made; null for any other. */
  readonly scopesOfOwnRole?: readonly Scope[] | null;
}

/**
 * The scopes of a person. The ranked roles of the operator's own people have all, and their rank decides about each
 * operation; everybody else has what a key with these scopes has.
 */
export function scopesOfPerson({ role, brokerId, scopesOfOwnRole }: PersonWithRole): readonly Scope[] {
  if (role === 'custom') return scopesOfOwnRole ?? [];
  return brokerId === null && isRanked(role) ? scopes : scopesOfRole[role];
}
