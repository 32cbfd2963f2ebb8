/** The codes of all order types. A test compares them with `packages/order-types`. */
export const orderTypeCodes = [
  'LINE_PROVISION',
  'LINE_BLOCK',
  'LINE_UNBLOCK',
  'LINE_ACTIVATION',
  'LINE_TERMINATION',
  'LINE_SIM_SWAP',
  'LINE_NUMBER_CHANGE',
  'LINE_PORT_OUT',
  'LINE_RECONCILE',
  'LINE_HOLDER_CHANGE',
] as const;
