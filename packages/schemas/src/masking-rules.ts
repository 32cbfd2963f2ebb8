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
