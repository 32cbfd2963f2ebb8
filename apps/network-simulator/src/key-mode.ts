/** Whether the network knows idempotency keys, or executes every call that arrives. */
export const keyModes = ['known', 'ignored'] as const;
export type KeyMode = (typeof keyModes)[number];
