import type { IncomingMessage } from 'node:http';
import type { FieldError } from '@linework/problem-details/field-error';
import { idempotencyKeyLimitCharacters } from '../limits.ts';

// A header that was sent twice arrives joined by a comma and a space, so a space is not allowed.
const singleToken = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyLimitCharacters}}$`);

/** Reads a header of visible ASCII characters without spaces; undefined if it is absent. Any other value is added to the errors. */
export function readHeader(request: IncomingMessage, name: string, errors: FieldError[]): string | undefined {
  const value = request.headers[name.toLowerCase()];
  if (value === undefined || (typeof value === 'string' && singleToken.test(value))) return value;
  errors.push({
    detail: `must be 1 to ${idempotencyKeyLimitCharacters} visible ASCII characters, sent once`,
    parameter: name,
  });
  return undefined;
}
