/** Everything that a key can be allowed to do. Deleting a line stands alone: its path is one slip away from the others. */
export const scopes = [
  'lines:read',
  'lines:write',
  'lines:delete',
  'orders:read',
  'orders:write',
  'inventory:read',
  'inventory:write',
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
  'operator',
] as const;

export type Scope = (typeof scopes)[number];
