import type { IncomingMessage } from 'node:http';
import type { Fault } from '@linework/problem-details/fault';
import { idempotencyKeyLimitCharacters } from './limits.ts';

// A header that was sent twice arrives joined by a comma and a space, so that a space betrays it.
const oneWord = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyLimitCharacters}}$`);

/** A header that holds one word of visible ASCII characters, undefined where it is absent; what else it holds is noted as a fault. */
export function readHeader(request: IncomingMessage, name: string, faults: Fault[]): string | undefined {
  const value = request.headers[name.toLowerCase()];
  if (value === undefined || (typeof value === 'string' && oneWord.test(value))) return value;
  faults.push({ detail: `must be 1 to ${idempotencyKeyLimitCharacters} visible ASCII characters, sent once`, parameter: name });
  return undefined;
}
