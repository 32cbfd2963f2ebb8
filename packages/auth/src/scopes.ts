/**
 * All scopes of a key. Deleting a line has its own scope, because its path differs little from the other line
 * operations.
 */
export const scopes = [
  'lines:read',
  'lines:write',
  'lines:delete',
  'orders:read',
  'orders:write',
  'inventory:read',
  'inventory:write',
  'inventory:import',
  'subscriptions:read',
  'subscriptions:write',
  'usage:read',
  'usage:write',
  'tax-receipts:read',
  'tax-receipts:write',
  'payments:read',
  'payments:write',
  'payment-methods:read',
  'payment-methods:write',
  'holders:read',
  'holders:write',
  'portability:read',
  'portability:write',
  'catalog:read',
  'catalog:write',
  'webhooks:read',
  'webhooks:write',
  'keys:read',
  'keys:write',
  'events:read',
  'legal-holds:read',
  'legal-holds:write',
  'people:read',
  'people:write',
  'exports:create',
  'operator',
] as const;

export type Scope = (typeof scopes)[number];

/** Stored scopes in the order of the list. An older version does not know one that a newer one has stored. */
export const knownScopes = (stored: readonly string[]): Scope[] => scopes.filter((scope) => stored.includes(scope));
