import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@linework/problem-details/field-error';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Attributes that never change after the resource is created: the IMSI by which the network knows a SIM, and the id of
 * the port-in of a number. The database enforces the IMSI too.
 */
const immutableAttributes: Readonly<Record<string, readonly string[]>> = { SIM: ['imsi'], MSISDN: ['portInId'] };

/**
 * The errors in changes to the attributes of a resource of this type, each with its place in the body. Repeating the
 * current value is allowed.
 */
export function validateImmutableAttributes(
  typeCode: string,
  current: Attributes,
  changes: Attributes,
): readonly FieldError[] {
  const names = (immutableAttributes[typeCode] ?? []).filter(
    (name) => name in changes && !isUnchanged(current[name], changes[name]),
  );
  return names.map((name) => ({
    detail: 'is set when the resource is created and cannot change',
    pointer: `/attributes/${name}`,
  }));
}

/** Null removes an attribute, so it equals an absent one. */
const isUnchanged = (current: unknown, requested: unknown) => isDeepStrictEqual(current ?? null, requested);
