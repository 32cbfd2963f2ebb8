import { impossibleValues } from '@linework/problem-details/make-problem';
import { rowLimitBytes } from './import/row.ts';
import { writtenOnceFaults } from './written-once.ts';

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
export function mergeAttributes(typeCode: string, present: Attributes, change: Attributes): AttributeMerge {
  const faults = writtenOnceFaults(typeCode, present, change);
  if (faults.length > 0) throw impossibleValues(faults, { code: 'written-once' });
  const removed = Object.keys(change).filter((name) => change[name] === null);
  const written = without(change, removed);
  const after = without({ ...present, ...written }, removed);
  if (Object.keys(written).length > 0 && Buffer.byteLength(JSON.stringify(after)) > rowLimitBytes) throw tooLong();
  return { after, written, removed };
}

const without = (attributes: Attributes, names: readonly string[]) => Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

function tooLong() {
  const detail = `is longer than ${rowLimitBytes} bytes with this change`;
  return impossibleValues([{ detail, pointer: '/attributes' }], { code: 'attributes-too-long' });
}
