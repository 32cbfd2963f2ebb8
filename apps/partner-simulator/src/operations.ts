/**
 * The names of the calls that a fault or a scripted reply can match, with the company as prefix. `notify` is a
 * notification to Linework.
 */
export const operations = [
  'payments.register-method',
  'payments.find-method',
  'payments.remove-method',
  'payments.charge',
  'payments.find-charge',
  'payments.cancel-charge',
  'payments.refund',
  'payments.find-refund',
  'payments.cancel-refund',
  'tax-authority.authorise',
  'tax-authority.cancel',
  'tax-authority.find',
  'clearing-house.request',
  'clearing-house.correct',
  'clearing-house.cancel',
  'clearing-house.confirm',
  'clearing-house.find',
  'clearing-house.confirm-port-out',
  'clearing-house.cancel-port-out',
  'clearing-house.find-port-out',
  'notify',
] as const;
export type Operation = (typeof operations)[number];

/** Whether a call only reads. */
export const isLookup = (operation: Operation): boolean => operation.includes('.find');
