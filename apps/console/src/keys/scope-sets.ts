import type { KeyScope } from '@linework/sdk';

/**
 * What a key may do. A scope that is missing here does not compile. `operator` is left out: it follows from the owner
 * of the key.
 */
const grantable: Readonly<Record<Exclude<KeyScope, 'operator'>, true>> = {
  'lines:read': true,
  'lines:write': true,
  'lines:delete': true,
  'orders:read': true,
  'orders:write': true,
  'inventory:read': true,
  'inventory:write': true,
  'inventory:import': true,
  'holders:read': true,
  'holders:write': true,
  'subscriptions:read': true,
  'subscriptions:write': true,
  'usage:read': true,
  'usage:write': true,
  'payments:read': true,
  'payments:write': true,
  'payment-methods:read': true,
  'payment-methods:write': true,
  'tax-receipts:read': true,
  'tax-receipts:write': true,
  'portability:read': true,
  'portability:write': true,
  'catalog:read': true,
  'catalog:write': true,
  'webhooks:read': true,
  'webhooks:write': true,
  'keys:read': true,
  'keys:write': true,
  'events:read': true,
};
const all = Object.keys(grantable) as readonly KeyScope[];

/** The scopes by the group of records. */
export const scopeGroups: readonly (readonly [string, readonly KeyScope[]])[] = [
  ...Map.groupBy(all, (scope) => scope.slice(0, scope.indexOf(':'))),
];

interface ScopeSet {
  readonly name: string;
  readonly sentence: string;
  readonly scopes: readonly KeyScope[];
}

/** The usual sets, the smallest first. */
export const scopeSets: readonly [ScopeSet, ...ScopeSet[]] = [
  {
    name: 'Read',
    sentence: 'Sees everything and changes nothing.',
    scopes: all.filter((scope) => scope.endsWith(':read')),
  },
  {
    name: 'Work on lines',
    sentence: 'Creates, blocks and changes lines with their numbers and SIMs. Cannot delete one.',
    scopes: [
      'lines:read',
      'lines:write',
      'orders:read',
      'orders:write',
      'inventory:read',
      'inventory:write',
      'holders:read',
      'holders:write',
      'events:read',
    ],
  },
  {
    name: 'Count usage',
    sentence: 'Sends usage and reads balances, as a network does.',
    scopes: ['usage:read', 'usage:write', 'lines:read'],
  },
  { name: 'Everything', sentence: 'Deletes lines, moves money and makes keys too.', scopes: all },
];
