import { unprocessableValues } from '@linework/problem-details/make-problem';
import { validateImmutableAttributes } from './immutable-attributes.ts';
import { rowLimitBytes } from './import/row.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** What a change does to the attributes of a resource. */
export interface AttributeMerge {
  readonly after: Attributes;
  /** Those that get a value. */
  readonly written: Attributes;
  /** The names of those that are taken away. */
  readonly removed: readonly string[];
}

/**
 * Merges a change into the attributes of a resource, member by member: null takes one away, and what is not named stays (RFC 7396,
 * for the top level). Raises 422 for another value of one that is written once, and where they become longer than those of a row may be.
 */
export function mergeAttributes(typeCode: string, current: Attributes, change: Attributes): AttributeMerge {
  const errors = validateImmutableAttributes(typeCode, current, change);
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'written-once' });
  const removed = Object.keys(change).filter((name) => change[name] === null);
  const written = omitMembers(change, removed);
  const after = omitMembers({ ...current, ...written }, removed);
  if (Object.keys(written).length > 0 && Buffer.byteLength(JSON.stringify(after)) > rowLimitBytes) throw attributesTooLong();
  return { after, written, removed };
}

const omitMembers = (attributes: Attributes, names: readonly string[]) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

function attributesTooLong() {
  const detail = `is longer than ${rowLimitBytes} bytes with this change`;
  return unprocessableValues([{ detail, pointer: '/attributes' }], { code: 'attributes-too-long' });
}
