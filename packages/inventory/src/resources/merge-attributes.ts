import { unprocessableValues } from '@linework/problem-details/make-problem';
import { validateImmutableAttributes } from './immutable-attributes.ts';
import { rowLimitBytes } from './row-limit.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/** The effect of a change on the attributes of a resource. */
export interface AttributeMerge {
  readonly after: Attributes;
  /** The members with a new value. */
  readonly written: Attributes;
  /** The names of the removed members. */
  readonly removed: readonly string[];
}

/**
 * Merges a change into the attributes of a resource by member: null removes a member, and unnamed members stay (RFC
 * 7396, for the top level). Raises 422 for a new value of an immutable attribute, and where the attributes exceed the
 * size limit of a row.
 */
export function mergeAttributes(typeCode: string, current: Attributes, change: Attributes): AttributeMerge {
  const errors = validateImmutableAttributes(typeCode, current, change);
  if (errors.length > 0) throw unprocessableValues(errors, { code: 'written-once' });
  const removed = Object.keys(change).filter((name) => change[name] === null);
  const written = omitMembers(change, removed);
  const after = omitMembers({ ...current, ...written }, removed);
  if (Object.keys(written).length > 0 && Buffer.byteLength(JSON.stringify(after)) > rowLimitBytes)
    throw attributesTooLong();
  return { after, written, removed };
}

const omitMembers = (attributes: Attributes, names: readonly string[]) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

function attributesTooLong() {
  const detail = `is longer than ${rowLimitBytes} bytes after this change`;
  return unprocessableValues([{ detail, pointer: '/attributes' }], { code: 'attributes-too-long' });
}
