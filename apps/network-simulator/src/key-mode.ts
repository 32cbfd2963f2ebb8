/** Whether the network knows idempotency keys, or acts on every call that comes. */
export const keyModes = ['known', 'ignored'] as const;
export type KeyMode = (typeof keyModes)[number];
