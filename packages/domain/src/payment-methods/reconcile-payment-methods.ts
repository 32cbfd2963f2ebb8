import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import type { MethodResponse, PaymentProvider } from '../partners/payment-provider.ts';
import { pollDue } from '../partners/poll-due.ts';
import { PermanentError } from '../system-errors.ts';
import { acquireDueMethods, type DueMethod, postponeMethod, recordMethod, stopPollingMethod } from './due-methods.ts';

export interface PaymentDeps {
  readonly db: Db;
  readonly log: Log;
  readonly paymentProvider: PaymentProvider;
  /** The age at which calls without an answer stop; a day unless told otherwise. */
  readonly responseLimitMs?: number | undefined;
}

/**
 * Makes new payment methods known to the provider, asks about those that it has not decided on, and tells it of those that are
 * gone. Calls are made outside transactions, under the method's id. Answers how many it looked at.
 */
export function reconcilePaymentMethods(deps: PaymentDeps): Promise<number> {
  const { db, log } = deps;
  return pollDue({
    acquire: (limit) => acquireDueMethods(db, limit),
    poll: (method, signal) => reconcilePaymentMethod(deps, method, signal),
    postpone: (method) => postponeMethod(db, method),
    log,
    kind: 'payment-method',
    db,
    responseLimitMs: deps.responseLimitMs,
  });
}

/** What can be charged is never told to be gone: the provider could not take that back. */
async function reconcilePaymentMethod(deps: PaymentDeps, method: DueMethod, signal: AbortSignal): Promise<void> {
  if (method.status === 'PENDING') return reconcilePendingMethod(deps, method, signal);
  if (paymentMethodLifecycle.isFinal(method.status)) return removeAtProvider(deps, method, signal);
  await stopPollingMethod(deps.db, method);
}

async function reconcilePendingMethod({ db, paymentProvider }: PaymentDeps, method: DueMethod, signal: AbortSignal): Promise<void> {
  const answer = await registerOrFindMethod(paymentProvider, method, signal);
  if (answer.status === 'PENDING') return postponeMethod(db, method);
  await recordMethod(db, method, { ...answer, status: answer.status });
}

/**
 * Who asked before may have died before the answer was kept: what the provider knows already is not told it again. It may refuse
 * because another is telling it at this moment, so that a no counts where it does not know the method.
 */
async function registerOrFindMethod(provider: PaymentProvider, { id, type, token, attempt }: DueMethod, signal: AbortSignal): Promise<MethodResponse> {
  const found = attempt > 1 ? await provider.findMethod(id, signal) : undefined;
  if (found) return found;
  return provider.registerMethod({ key: id, signal }, { methodId: id, type, token }).catch(async (error: unknown) => {
    if (!(error instanceof PermanentError)) throw error;
    return (await provider.findMethod(id, signal)) ?? { status: 'REFUSED', reason: error.code };
  });
}

async function removeAtProvider({ db, paymentProvider }: PaymentDeps, method: DueMethod, signal: AbortSignal): Promise<void> {
  await paymentProvider.removeMethod({ key: `${method.id}:remove`, signal }, method.id).catch((error: unknown) => {
    // It never knew it, or knows it no more: gone is gone.
    if (!(error instanceof PermanentError)) throw error;
  });
  await stopPollingMethod(db, method);
}
