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
export const ownerOf = ({ caller }: Pick<KeyedRequest, 'caller'>): string => caller.brokerId ?? caller.keyId;

/** What tells whether two requests under one key are the same. */
export function fingerprintOf({ method, url, bodyBytes }: Pick<KeyedRequest, 'method' | 'url' | 'bodyBytes'>): Buffer {
  return createHash('sha256').update(`${method} ${url}\n`).update(bodyBytes).digest();
}

type MaybeKeyed = Omit<KeyedRequest, 'key'> & { readonly idempotencyKey: string | undefined };

/**
 * What a request and its repetitions under one Idempotency-Key have in common, and no other request: to be kept with work that outlives its process, so
 * that it is known again before there is an answer to repeat. Undefined without a key.
 */
export function repetitionMark(request: MaybeKeyed): Buffer | undefined {
  const { idempotencyKey: key } = request;
  if (key === undefined) return undefined;
  return createHash('sha256')
    .update(`${ownerOf(request)} ${key}\n`)
    .update(fingerprintOf(request))
    .digest();
}
