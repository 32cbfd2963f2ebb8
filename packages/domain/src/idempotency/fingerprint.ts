import { createHash } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';

export interface KeyedRequest {
  readonly caller: Caller;
  readonly key: string;
  readonly method: string;
  readonly url: string;
  readonly bodyBytes: Buffer;
}

/** Keys are told apart by broker; an operator's by the API key that sent them. */
export const getOwnerId = ({ caller }: Pick<KeyedRequest, 'caller'>): string => caller.brokerId ?? caller.keyId;

/** What tells whether two requests under one key are the same. */
export function computeFingerprint({ method, url, bodyBytes }: Pick<KeyedRequest, 'method' | 'url' | 'bodyBytes'>): Buffer {
  return createHash('sha256').update(`${method} ${url}\n`).update(bodyBytes).digest();
}

type IdempotentRequest = Omit<KeyedRequest, 'key'> & { readonly idempotencyKey: string | undefined };

/**
 * What a request and its repetitions under one Idempotency-Key have in common, and no other request: to be kept with work that outlives its process, so
 * that it is known again before there is an answer to repeat. Undefined without a key.
 */
export function createIdempotencyToken(request: IdempotentRequest): Buffer | undefined {
  const { idempotencyKey: key } = request;
  if (key === undefined) return undefined;
  return createHash('sha256')
    .update(`${getOwnerId(request)} ${key}\n`)
    .update(computeFingerprint(request))
    .digest();
}
