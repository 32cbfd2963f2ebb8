/** Why a port-in cannot continue as it is. */
export const reasonCodes = [
  'WRONG_DATA',
  'NUMBER_UNAVAILABLE',
  'REQUEST_RUNNING',
  'NOT_A_CUSTOMER',
  'WINDOW_UNAVAILABLE',
  'NUMBER_BLOCKED',
  'DONOR_UNKNOWN',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];
