import type { IncomingMessage } from 'node:http';
import type { FieldError } from '@linework/problem-details/field-error';
import { parseEtags } from '../etag.ts';

interface EtagHeaderOptions {
  /** Whether the route supports the header. An unsupported header is an error, because the client relies on it. */
  readonly isSupported: boolean;
  readonly errors: FieldError[];
}

/** Reads the ETags of a conditional header; undefined if it is absent, invalid, or does not apply to the route. */
export function readEtagHeader(
  { headers }: IncomingMessage,
  name: 'If-Match' | 'If-None-Match',
  options: EtagHeaderOptions | undefined,
): readonly string[] | undefined {
  const value = headers[name === 'If-Match' ? 'if-match' : 'if-none-match'];
  if (value === undefined || options === undefined) return undefined;
  const tags = options.isSupported ? parseEtags(value) : undefined;
  if (tags === undefined)
    options.errors.push({ detail: options.isSupported ? invalidDetail : unsupportedDetail, parameter: name });
  return tags;
}

const invalidDetail = 'must be ETags in double quotes, separated by commas, or *';
const unsupportedDetail = 'is not supported here: the path belongs to no record';
