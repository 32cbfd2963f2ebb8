import type { IncomingMessage } from 'node:http';
import type { Fault } from '@linework/problem-details/fault';
import { readTags } from './etag.ts';

interface Use {
  /** Whether the route can honour the header. One that it cannot honour is a fault: its sender counts on it. */
  readonly isUsed: boolean;
  readonly faults: Fault[];
}

/** The entity tags of a conditional header; undefined where it is absent, at fault, or means nothing to such a route. */
export function readTagsOf({ headers }: IncomingMessage, name: 'If-Match' | 'If-None-Match', use: Use | undefined): readonly string[] | undefined {
  const value = headers[name === 'If-Match' ? 'if-match' : 'if-none-match'];
  if (value === undefined || use === undefined) return undefined;
  const tags = use.isUsed ? readTags(value) : undefined;
  if (tags === undefined) use.faults.push({ detail: use.isUsed ? form : unused, parameter: name });
  return tags;
}

const form = 'must be entity tags in double quotes, separated by commas, or *';
const unused = 'cannot be honoured: the address is under that of no record';
