import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { Refusal } from '../faults.ts';
import { askEachDue } from '../partners/ask-each-due.ts';
import type { MethodAnswer, PaymentProvider } from '../partners/payment-provider.ts';
import { type DueMethod, putOffMethod, recordMethod, settleMethod, takeDueMethods } from './due-methods.ts';

export interface PaymentDeps {
  readonly db: Db;
  readonly log: Log;
  readonly paymentProvider: PaymentProvider;
  /** The age at which calls without an answer stop; a day unless told otherwise. */
  readonly answerLimitMs?: number | undefined;
}

/**
 * Makes new payment methods known to the provider, asks about those that it has not decided on, and tells it of those that are
 * gone. Calls are made outside transactions, under the method's id. Answers how many it looked at.
 */
export function askAboutMethods(deps: PaymentDeps): Promise<number> {
  const { db, log } = deps;
  return askEachDue({
    take: (most) => takeDueMethods(db, most),
    ask: (method, signal) => askOrTell(deps, method, signal),
    putOff: (method) => putOffMethod(db, method),
    log,
    what: 'payment-method',
    db,
    answerLimitMs: deps.answerLimitMs,
  });
}

/** What can be charged is never told to be gone: the provider could not take that back. */
async function askOrTell(deps: PaymentDeps, method: DueMethod, signal: AbortSignal): Promise<void> {
  if (method.status === 'PENDING') return askAbout(deps, method, signal);
  if (paymentMethodLifecycle.isFinal(method.status)) return tellRemoval(deps, method, signal);
  await settleMethod(deps.db, method);
}

async function askAbout({ db, paymentProvider }: PaymentDeps, method: DueMethod, signal: AbortSignal): Promise<void> {
  const answer = await answerOf(paymentProvider, method, signal);
  if (answer.status === 'PENDING') return putOffMethod(db, method);
  await recordMethod(db, method, { ...answer, status: answer.status });
}

/**
 * Who asked before may have died before the answer was kept: what the provider knows already is not told it again. It may refuse
 * because another is telling it at this moment, so that a no counts where it does not know the method.
 */
async function answerOf(provider: PaymentProvider, { id, type, token, attempt }: DueMethod, signal: AbortSignal): Promise<MethodAnswer> {
  const known = attempt > 1 ? await provider.findMethod(id, signal) : undefined;
  if (known) return known;
  return provider.registerMethod({ key: id, signal }, { methodId: id, type, token }).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return (await provider.findMethod(id, signal)) ?? { status: 'REFUSED', reason: error.code };
  });
}

async function tellRemoval({ db, paymentProvider }: PaymentDeps, method: DueMethod, signal: AbortSignal): Promise<void> {
  await paymentProvider.removeMethod({ key: `${method.id}:remove`, signal }, method.id).catch((error: unknown) => {
    // It never knew it, or knows it no more: gone is gone.
    if (!(error instanceof Refusal)) throw error;
  });
  await settleMethod(db, method);
}
