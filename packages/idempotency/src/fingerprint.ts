import { createHash } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';

export interface KeyedRequest {
  readonly caller: Caller;
  readonly key: string;
  readonly method: string;
  readonly url: string;
  readonly bodyBytes: Buffer;
}

/** Keys are scoped by broker; an operator's keys by the API key that sent them. */
export const getOwnerId = ({ caller }: Pick<KeyedRequest, 'caller'>): string => caller.brokerId ?? caller.keyId;

/** A hash that shows whether two requests with one key are the same. */
export function computeFingerprint({
  method,
  url,
  bodyBytes,
}: Pick<KeyedRequest, 'method' | 'url' | 'bodyBytes'>): Buffer {
  return createHash('sha256').update(`${method} ${url}\n`).update(bodyBytes).digest();
}

type IdempotentRequest = Omit<KeyedRequest, 'key'> & { readonly idempotencyKey: string | undefined };

/**
 * A token that a request shares with its repetitions under one Idempotency-Key and with no other request. It is stored
 * with work that outlives its process, so that a repetition is recognised before there is a response to replay.
 * Undefined without a key.
 */
export function createIdempotencyToken(request: IdempotentRequest): Buffer | undefined {
  const { idempotencyKey: key } = request;
  if (key === undefined) return undefined;
  return createHash('sha256')
    .update(`${getOwnerId(request)} ${key}\n`)
    .update(computeFingerprint(request))
    .digest();
}
