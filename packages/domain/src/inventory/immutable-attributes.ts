import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@linework/problem-details/field-error';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Attributes that are written with a resource of a type and never again: what the network knows a SIM by, and the mark of a
 * number that is being ported in. That an IMSI stays is kept by the database too.
 */
const immutableAttributes: Readonly<Record<string, readonly string[]>> = { SIM: ['imsi'], MSISDN: ['portInId'] };

/** What is wrong with changes to the attributes of a resource of this type, each at its place in the body. A value may be repeated as it is. */
export function validateImmutableAttributes(typeCode: string, current: Attributes, changes: Attributes): readonly FieldError[] {
  const names = (immutableAttributes[typeCode] ?? []).filter((name) => name in changes && !isUnchanged(current[name], changes[name]));
  return names.map((name) => ({ detail: 'is written when the resource is made, and does not change', pointer: `/attributes/${name}` }));
}

/** Null is for an attribute that there is not to be, as one that there is not. */
const isUnchanged = (current: unknown, requested: unknown) => isDeepStrictEqual(current ?? null, requested);
