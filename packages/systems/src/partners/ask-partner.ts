import { Refusal } from '@linework/domain/faults';
import type { PartnerCall } from '@linework/domain/partners/partner-call';
import type { Log } from '@linework/log/log';
import type { z } from 'zod';
import { askOverHttp, type OtherSystem, type Question } from '../ask-over-http.ts';
import type { SystemBreaker } from '../breaker/system-breaker.ts';

/** What every call to a partner goes through. */
export type PartnerGuard = Pick<SystemBreaker, 'call'>;

/** Where a partner is: the start of every address of its own; how Linework identifies itself there; and the breaker before it. */
export type PartnerAddress = Pick<OtherSystem, 'url' | 'timeoutMs' | 'fetch' | 'headers'> & {
  readonly log?: Pick<Log, 'info'>;
  readonly guard?: PartnerGuard | undefined;
};

type Change<Answer> = Pick<Question<Answer>, 'method' | 'path' | 'body' | 'answer'>;

const unguarded: PartnerGuard = { call: (make) => make() };

/** Asks one partner: changes under an idempotency key, looks without. */
export function partnerAsker({ guard = unguarded, ...partner }: OtherSystem & Pick<PartnerAddress, 'guard'>) {
  const start = new URL(partner.url).pathname.replace(/\/+$/, '');
  const ask = <Answer>(question: Question<Answer>): Promise<Answer> => guard.call(() => askOverHttp(partner, question));
  return {
    change: <Answer>({ key, signal }: PartnerCall, { path, ...what }: Change<Answer>): Promise<Answer> =>
      ask({ ...what, path: `${start}${path}`, headers: { 'Idempotency-Key': key }, signal }),
    /** Undefined for what the partner does not know. */
    look: <Answer>(path: string, answer: z.ZodType<Answer>, signal?: AbortSignal): Promise<Answer | undefined> =>
      ask({ method: 'GET', path: `${start}${path}`, signal, answer }).catch(undefinedWhenUnknown),
  };
}

function undefinedWhenUnknown(error: unknown): undefined {
  if (error instanceof Refusal && error.code === 'unknown') return undefined;
  throw error;
}
