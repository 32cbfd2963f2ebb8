/** The codes of all order types. Their files are in `packages/lines/src/order-types`; a test compares the two. */
export const orderTypeCodes = [
  'LINE_PROVISION',
  'LINE_BLOCK',
  'LINE_UNBLOCK',
  'LINE_ACTIVATION',
  'LINE_TERMINATION',
  'LINE_SIM_SWAP',
  'LINE_NUMBER_CHANGE',
  'LINE_PORT_OUT',
] as const;
