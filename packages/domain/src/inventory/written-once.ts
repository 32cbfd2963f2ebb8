import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '@linework/problem-details/fault';

type Attributes = Readonly<Record<string, unknown>>;

/**
 * Attributes that are written with a resource of a type and never again: what the network knows a SIM by, and the mark of a
 * number that is being ported in. That an IMSI stays is kept by the database too.
 */
const writtenOnce: Readonly<Record<string, readonly string[]>> = { SIM: ['imsi'], MSISDN: ['portInId'] };

/** What is wrong with changes to the attributes of a resource of this type, each at its place in the body. A value may be repeated as it is. */
export function writtenOnceFaults(typeCode: string, present: Attributes, changes: Attributes): readonly Fault[] {
  const names = (writtenOnce[typeCode] ?? []).filter((name) => name in changes && !isRepeated(present[name], changes[name]));
  return names.map((name) => ({ detail: 'is written when the resource is made, and does not change', pointer: `/attributes/${name}` }));
}

/** Null is for an attribute that there is not to be, as one that there is not. */
const isRepeated = (present: unknown, wanted: unknown) => isDeepStrictEqual(present ?? null, wanted);
