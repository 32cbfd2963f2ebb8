import type { Db } from '@linework/db/db';
import { PermanentError } from '@linework/engine/model/system-errors';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import { type CallDeps, makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import { postponeCall, stopCalls } from '@linework/partners/durable-call/schedule-calls';
import type { MethodResponse, PaymentProvider } from '@linework/partners/payment-provider';
import { paymentMethodLifecycle } from '@linework/schemas/lifecycles/payment-method.lifecycle';
import { acquireDueMethods, type DueMethod, paymentMethodCall, recordMethod } from './due-methods.ts';

export interface PaymentDeps extends CallDeps {
  readonly db: Db;
  readonly paymentProvider: PaymentProvider;
}

/**
 * Registers new payment methods at the provider, polls those that it has not decided on, and notifies it of removed
 * ones. The provider is called outside transactions, with the method's id as idempotency key. Returns the number of
 * methods handled.
 */
export function reconcilePaymentMethods(deps: PaymentDeps): Promise<number> {
  return makeDueCalls(deps, {
    call: paymentMethodCall,
    acquire: acquireDueMethods,
    make: (method, signal) => reconcilePaymentMethod(deps, method, signal),
  });
}

/** The removal of a method that can be charged is never sent, because the provider could not undo it. */
async function reconcilePaymentMethod(deps: PaymentDeps, method: DueMethod, signal: AbortSignal): Promise<void> {
  if (method.status === 'PENDING') return reconcilePendingMethod(deps, method, signal);
  if (paymentMethodLifecycle.isFinal(method.status)) return removeAtProvider(deps, method, signal);
  await stopCalls(deps.db, paymentMethodCall, method);
}

async function reconcilePendingMethod(
  { db, paymentProvider }: PaymentDeps,
  method: DueMethod,
  signal: AbortSignal,
): Promise<void> {
  const response = await registerOrFindMethod(paymentProvider, method, signal);
  if (response.status === 'PENDING') await postponeCall(db, paymentMethodCall, method);
  else await recordMethod(db, method, { ...response, status: response.status });
}

/**
 * A worker may have crashed before it stored a response, so a retry first asks the provider. The provider may reject a
 * registration because another worker sends the same one. So a rejection counts only if the provider does not know the
 * method.
 */
async function registerOrFindMethod(
  provider: PaymentProvider,
  { id, type, token, attempt }: DueMethod,
  signal: AbortSignal,
): Promise<MethodResponse> {
  const find = () => provider.findMethod(id, signal);
  const found = attempt > 1 ? await find() : undefined;
  if (found) return found;
  const register = () => provider.registerMethod({ key: id, signal }, { methodId: id, type, token });
  return callOrFind(register, find, ({ code }) => ({ status: 'REFUSED', reason: code }));
}

async function removeAtProvider(
  { db, paymentProvider }: PaymentDeps,
  method: DueMethod,
  signal: AbortSignal,
): Promise<void> {
  await paymentProvider.removeMethod({ key: `${method.id}:remove`, signal }, method.id).catch((error: unknown) => {
    // The provider does not know the method, so there is nothing to remove.
    if (!(error instanceof PermanentError)) throw error;
  });
  await stopCalls(db, paymentMethodCall, method);
}
