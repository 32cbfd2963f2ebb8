import type { Scope } from '@linework/auth/scopes';

/**
 * Who reads the numbers, names and tax ids of a record in clear. A key reads those of the kinds that its scopes name;
 * to any other key they are masked wherever they appear: in events, in the audit, in webhooks. A person in the console
 * reads them only by unmasking one record. Records of the company are about nobody, so people read their names.
 */
export const recordReaders = {
  line: { scope: 'lines:read', isOfCompany: false },
  order: { scope: 'orders:read', isOfCompany: false },
  resource: { scope: 'inventory:read', isOfCompany: false },
  'resource-type': { scope: 'inventory:read', isOfCompany: true },
  pool: { scope: 'inventory:read', isOfCompany: true },
  range: { scope: 'inventory:read', isOfCompany: false },
  reservation: { scope: 'inventory:read', isOfCompany: false },
  'bulk-operation': { scope: 'lines:read', isOfCompany: false },
  subscription: { scope: 'subscriptions:read', isOfCompany: false },
  invoice: { scope: 'subscriptions:read', isOfCompany: false },
  payment: { scope: 'payments:read', isOfCompany: false },
  refund: { scope: 'payments:read', isOfCompany: false },
  'payment-method': { scope: 'payment-methods:read', isOfCompany: false },
  'tax-receipt': { scope: 'tax-receipts:read', isOfCompany: false },
  supplier: { scope: 'tax-receipts:read', isOfCompany: false },
  'port-in': { scope: 'portability:read', isOfCompany: false },
  'port-out': { scope: 'portability:read', isOfCompany: false },
  holder: { scope: 'holders:read', isOfCompany: false },
  offer: { scope: 'catalog:read', isOfCompany: true },
  broker: { scope: 'operator', isOfCompany: true },
  'api-key': { scope: 'keys:read', isOfCompany: true },
  pause: { scope: 'operator', isOfCompany: true },
  'webhook-endpoint': { scope: 'webhooks:read', isOfCompany: true },
  operator: { scope: 'operator', isOfCompany: true },
  'saved-view': { scope: 'operator', isOfCompany: true },
} as const satisfies Readonly<Record<string, { readonly scope: Scope; readonly isOfCompany: boolean }>>;

/**
 * Members that are about a person, or a number of one, wherever they are. A text anywhere else is masked by its form.
 */
export const personalMembers: ReadonlySet<string> = new Set([
  'msisdn',
  'iccId',
  'imsi',
  'federalTaxId',
  'stateTaxId',
  'email',
  'phone',
  'address',
]);

/**
 * The same in the details of an event and in what clients wrote in a form of their own, where members have any name.
 */
export const personalDetail =
  /name|tax_?id|msisdn|number|icc_?id|imsi|email|phone|address|street|external_?code|^from$|^to$/i;

/** Members in the form of whoever wrote them: `personalDetail` decides about the names inside. */
export const freeFormMembers: ReadonlySet<string> = new Set([
  'metadata',
  'attributes',
  'details',
  'input',
  'accountMetadata',
]);

/**
 * The console sends these operations without a mask: they are about people who work here, keys, brokers, offers and
 * reference data.
 */
export const clearInConsole =
  /^\/(?:operators|api-keys|brokers|catalog|lifecycles|order-types|problems|event-types|inventory\/(?:ranges|pools))(?!.*\/(?:events|resources|summary))(?:\/|$)/;

/**
 * The order of a list by a member that its reader sees masked would tell the member. The console sends no such list.
 * Its filters compare the whole value: who has a number finds its records, and nobody finds a number digit by digit.
 */
export const sortsRefusedInConsole: ReadonlySet<string> = new Set(['externalCode']);
