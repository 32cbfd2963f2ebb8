import { Refusal } from '@linework/domain/faults';
import type { PartnerCall } from '@linework/domain/partners/partner-call';
import type { Log } from '@linework/log/log';
import type { z } from 'zod';
import { askOverHttp, type OtherSystem, type Question } from '../ask-over-http.ts';

/** Where a partner is: the start of every address of its own; and how Linework identifies itself there. */
export type PartnerAddress = Pick<OtherSystem, 'url' | 'timeoutMs' | 'fetch' | 'headers'> & { readonly log?: Pick<Log, 'info'> };

type Change<Answer> = Pick<Question<Answer>, 'method' | 'path' | 'body' | 'answer'>;

/** Asks one partner: changes under an idempotency key, looks without. */
export function partnerAsker(partner: OtherSystem) {
  const start = new URL(partner.url).pathname.replace(/\/+$/, '');
  return {
    change: <Answer>({ key, signal }: PartnerCall, { path, ...what }: Change<Answer>): Promise<Answer> =>
      askOverHttp(partner, { ...what, path: `${start}${path}`, headers: { 'Idempotency-Key': key }, signal }),
    /** Undefined for what the partner does not know. */
    look: <Answer>(path: string, answer: z.ZodType<Answer>, signal?: AbortSignal): Promise<Answer | undefined> =>
      askOverHttp(partner, { method: 'GET', path: `${start}${path}`, signal, answer }).catch(undefinedWhenUnknown),
  };
}

function undefinedWhenUnknown(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'unknown') return undefined;
  throw error;
}
