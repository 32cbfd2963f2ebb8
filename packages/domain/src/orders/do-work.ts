import { NoAnswer, PassingFault, Refusal, SystemAway } from '../faults.ts';
import type { Systems } from '../systems.ts';
import type { Outcome } from './apply-outcome.ts';
import { crashPoint } from './crash-points.ts';
import { declarationOf, type OrderAtHand } from './order-at-hand.ts';
import type { Work } from './plan-progress.ts';
import type { Call, ExternalStep } from './step.ts';
import { stepError } from './step-error.ts';
import { stepId } from './step-id.ts';

export interface WorkSettings {
  readonly systems: Systems;
  readonly stepTimeoutMs: number;
  /** How much is left of the lease of the order. */
  readonly leaseLeftMs: () => number;
}

/**
 * Does one step's work outside any transaction and says what came of it, or that it was not done because the lease of the order
 * is too short. A fault of the other system is an outcome; anything else that is thrown is a programming error, and raised.
 */
export async function doWork(order: OrderAtHand, { kind, position }: Work, settings: WorkSettings): Promise<Outcome | 'lease-too-short'> {
  const declaration = declarationOf(order, position);
  // A local step is undone in the statement that records it.
  if (declaration.kind === 'local') return { outcome: 'done' };
  crashPoint(kind === 'execute' ? 'before-call' : order.status === 'CANCELLING' ? 'in-cancel' : 'in-undo');
  // Whoever was stopped on the way here may have lost the order to another worker.
  if (settings.leaseLeftMs() < settings.stepTimeoutMs) return 'lease-too-short';
  const giveUp = new AbortController();
  // Not AbortSignal.timeout, which would be kept, and made to raise, long after the call.
  const timer = setTimeout(() => giveUp.abort(new DOMException('The call took too long.', 'TimeoutError')), settings.stepTimeoutMs);
  const outcome = await call(declaration, kind, callOf(order, { kind, position }, settings, giveUp.signal)).finally(() => clearTimeout(timer));
  crashPoint('after-call');
  return outcome;
}

function callOf(order: OrderAtHand, { kind, position }: Work, { systems, leaseLeftMs }: WorkSettings, signal: AbortSignal): Call {
  const lease = { epoch: order.run, leftMs: Math.round(leaseLeftMs()) };
  const id = stepId(order.known.orderId, position);
  if (kind === 'execute') return { known: order.known, systems, key: executeKey(id, order.inputRevision), isRepeat: isRepeat(order, position), lease, signal };
  return { known: order.known, systems, key: `${id}:undo`, undoes: executeKeys(id, order.inputRevision), lease, signal };
}

/** Whether any attempt before this one, or this one by a worker that was lost, may have called. */
function isRepeat({ steps }: OrderAtHand, position: number): boolean {
  const { attempt = 1, refusedAttempts = 0 } = steps[position] ?? {};
  return attempt - 1 !== refusedAttempts;
}

/** Another input is another request: a system that compares requests would refuse it under the key of the first for ever. */
const executeKey = (id: string, revision: number): string => (revision === 0 ? `${id}:execute` : `${id}:${revision}:execute`);

/** Of every input that the order has had: any of these calls may have acted, or may still arrive. */
const executeKeys = (id: string, revision: number): readonly string[] => Array.from({ length: revision + 1 }, (_, earlier) => executeKey(id, earlier));

async function call(step: ExternalStep, kind: Work['kind'], given: Call): Promise<Outcome> {
  try {
    await (kind === 'execute' ? step.execute(given) : step.undo?.(given));
    return { outcome: 'done' };
  } catch (error) {
    if (error instanceof SystemAway) {
      const { code, message, mayHaveTakenEffect } = error;
      return { outcome: 'away', error: stepError(code, message), mayHaveTakenEffect };
    }
    if (error instanceof NoAnswer) return { outcome: 'passing', isUnanswered: true, error: stepError(error.code, error.message) };
    if (error instanceof PassingFault) return { outcome: 'passing', error: stepError(error.code, error.message) };
    if (error instanceof Refusal) return { outcome: 'refused', error: stepError(error.code, error.message) };
    throw error;
  }
}
