import type { IncomingMessage } from 'node:http';
import type { FieldError } from '@linework/problem-details/field-error';
import { parseEtags } from './etag.ts';

interface EtagHeaderOptions {
  /** Whether the route can honour the header. One that it cannot honour is a fault: its sender counts on it. */
  readonly isSupported: boolean;
  readonly errors: FieldError[];
}

/** The entity tags of a conditional header; undefined where it is absent, at fault, or means nothing to such a route. */
export function readEtagHeader(
  { headers }: IncomingMessage,
  name: 'If-Match' | 'If-None-Match',
  options: EtagHeaderOptions | undefined,
): readonly string[] | undefined {
  const value = headers[name === 'If-Match' ? 'if-match' : 'if-none-match'];
  if (value === undefined || options === undefined) return undefined;
  const tags = options.isSupported ? parseEtags(value) : undefined;
  if (tags === undefined) options.errors.push({ detail: options.isSupported ? invalidDetail : unsupportedDetail, parameter: name });
  return tags;
}

const invalidDetail = 'must be entity tags in double quotes, separated by commas, or *';
const unsupportedDetail = 'cannot be honoured: the address is under that of no record';
