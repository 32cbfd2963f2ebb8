import { imsiPattern, imsiRule } from '@linework/schemas/inventory/imsi';

/** A JSON number is rejected, although its digits would be the same. */
const isImsi = (value: unknown): value is string => typeof value === 'string' && imsiPattern.test(value);

/** The IMSI among the attributes of a resource of this type; undefined where it has none. */
export const readImsi = (typeCode: string, { imsi }: Readonly<Record<string, unknown>>) =>
  typeCode === 'SIM' && isImsi(imsi) ? imsi : undefined;

/**
 * The error in the IMSI attribute of a resource of this type, as a predicate for the attribute's name. A SIM may have
 * no IMSI.
 */
export function validateImsi(typeCode: string, attributes: Readonly<Record<string, unknown>>): string | undefined {
  if (typeCode !== 'SIM' || !('imsi' in attributes) || isImsi(attributes.imsi)) return undefined;
  return imsiRule;
}
