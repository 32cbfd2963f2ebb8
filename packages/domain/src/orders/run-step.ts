import { NoResponseError, PermanentError, SystemAway, TransientError } from '../system-errors.ts';
import type { Systems } from '../systems.ts';
import type { Outcome } from './apply-outcome.ts';
import { reachCrashPoint } from './crash-points.ts';
import { getStepDeclaration, type OrderSnapshot } from './order-snapshot.ts';
import type { StepTask } from './plan-transition.ts';
import type { Call, ExternalStep } from './step.ts';
import { createStepError } from './step-error.ts';
import { stepId } from './step-id.ts';

export interface RunStepSettings {
  readonly systems: Systems;
  readonly stepTimeoutMs: number;
  /** How much is left of the lease of the order. */
  readonly leaseLeftMs: () => number;
}

/**
 * Does one step's work outside any transaction and says what came of it, or that it was not done because the lease of the order
 * is too short. A fault of the other system is an outcome; anything else that is thrown is a programming error, and raised.
 */
export async function runStep(order: OrderSnapshot, { kind, position }: StepTask, settings: RunStepSettings): Promise<Outcome | 'lease-too-short'> {
  const declaration = getStepDeclaration(order, position);
  // A local step is undone in the statement that records it.
  if (declaration.kind === 'local') return { outcome: 'done' };
  reachCrashPoint(kind === 'execute' ? 'before-call' : order.status === 'CANCELLING' ? 'in-cancel' : 'in-undo');
  // Whoever was stopped on the way here may have lost the order to another worker.
  if (settings.leaseLeftMs() < settings.stepTimeoutMs) return 'lease-too-short';
  const abortController = new AbortController();
  // Not AbortSignal.timeout, which would be kept, and made to raise, long after the call.
  const timer = setTimeout(() => abortController.abort(new DOMException('The call took too long.', 'TimeoutError')), settings.stepTimeoutMs);
  const outcome = await callSystem(declaration, kind, buildCall(order, { kind, position }, settings, abortController.signal)).finally(() =>
    clearTimeout(timer),
  );
  reachCrashPoint('after-call');
  return outcome;
}

function buildCall(order: OrderSnapshot, { kind, position }: StepTask, { systems, leaseLeftMs }: RunStepSettings, signal: AbortSignal): Call {
  const lease = { epoch: order.epoch, leftMs: Math.round(leaseLeftMs()) };
  const id = stepId(order.context.orderId, position);
  if (kind === 'execute')
    return { context: order.context, systems, key: buildExecuteKey(id, order.inputRevision), isRepeat: isRepeat(order, position), lease, signal };
  return { context: order.context, systems, key: `${id}:undo`, undoes: listExecuteKeys(id, order.inputRevision), lease, signal };
}

/** Whether any attempt before this one, or this one by a worker that was lost, may have called. */
function isRepeat({ steps }: OrderSnapshot, position: number): boolean {
  const { attempt = 1, refusedAttempts = 0 } = steps[position] ?? {};
  return attempt - 1 !== refusedAttempts;
}

/** Another input is another request: a system that compares requests would refuse it under the key of the first for ever. */
const buildExecuteKey = (id: string, revision: number): string => (revision === 0 ? `${id}:execute` : `${id}:${revision}:execute`);

/** Of every input that the order has had: any of these calls may have acted, or may still arrive. */
const listExecuteKeys = (id: string, revision: number): readonly string[] =>
  Array.from({ length: revision + 1 }, (_, inputRevision) => buildExecuteKey(id, inputRevision));

async function callSystem(step: ExternalStep, kind: StepTask['kind'], call: Call): Promise<Outcome> {
  try {
    await (kind === 'execute' ? step.execute(call) : step.undo?.(call));
    return { outcome: 'done' };
  } catch (error) {
    if (error instanceof SystemAway) {
      const { code, message, mayHaveTakenEffect } = error;
      return { outcome: 'away', error: createStepError(code, message), mayHaveTakenEffect };
    }
    if (error instanceof NoResponseError) return { outcome: 'transient', isUnanswered: true, error: createStepError(error.code, error.message) };
    if (error instanceof TransientError) return { outcome: 'transient', error: createStepError(error.code, error.message) };
    if (error instanceof PermanentError) return { outcome: 'refused', error: createStepError(error.code, error.message) };
    throw error;
  }
}
