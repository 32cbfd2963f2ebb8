import type { KeyScope } from '@linework/sdk';

/** What a key may do, by the group of records. `operator` is not here: it follows from the owner of the key. */
export const scopeGroups: readonly (readonly [string, readonly KeyScope[]])[] = [
  ['lines', ['lines:read', 'lines:write', 'lines:delete']],
  ['orders', ['orders:read', 'orders:write']],
  ['inventory', ['inventory:read', 'inventory:write', 'inventory:import']],
  ['holders', ['holders:read', 'holders:write']],
  ['subscriptions', ['subscriptions:read', 'subscriptions:write']],
  ['usage', ['usage:read', 'usage:write']],
  ['payments', ['payments:read', 'payments:write']],
  ['payment-methods', ['payment-methods:read', 'payment-methods:write']],
  ['tax-receipts', ['tax-receipts:read', 'tax-receipts:write']],
  ['portability', ['portability:read', 'portability:write']],
  ['catalog', ['catalog:read', 'catalog:write']],
  ['webhooks', ['webhooks:read', 'webhooks:write']],
  ['keys', ['keys:read', 'keys:write']],
  ['events', ['events:read']],
];

const all = scopeGroups.flatMap(([, scopes]) => scopes);

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
