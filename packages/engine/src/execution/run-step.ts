import { reachCrashPoint } from '../model/crash-points.ts';
import { getStepDeclaration, type OrderSnapshot } from '../model/order-snapshot.ts';
import type { Accepted, Call, ExternalStep } from '../model/step.ts';
import { createStepError, stepId } from '../model/step.ts';
import { NoResponseError, PermanentError, SystemUnavailable, TransientError } from '../model/system-errors.ts';
import type { Outcome } from '../planning/outcome.ts';
import type { StepTask } from '../planning/plan-transition.ts';

export interface RunStepSettings<Systems> {
  readonly systems: Systems;
  readonly stepTimeoutMs: number;
  /** The time left of the order's lease. */
  readonly leaseLeftMs: () => number;
}

/**
 * Runs one step outside any database transaction and returns its outcome, or `lease-too-short` if it did not run
 * because the lease could end during the call. An error of the other system is an outcome. Any other error is a bug in
 * our code and is raised.
 */
export async function runStep<Systems>(
  order: OrderSnapshot<Systems>,
  task: StepTask,
  settings: RunStepSettings<Systems>,
): Promise<Outcome | 'lease-too-short'> {
  const { kind, position } = task;
  const declaration = getStepDeclaration(order, position);
  // The undo of a local step has no work here: the transition that records it also writes its effects.
  if (declaration.kind === 'local') return { outcome: 'done' };
  reachCrashPoint(kind === 'execute' ? 'before-call' : order.status === 'CANCELLING' ? 'in-cancel' : 'in-undo');
  // The process may have been suspended before this line, and another worker may have acquired the order meanwhile.
  if (settings.leaseLeftMs() < settings.stepTimeoutMs) return 'lease-too-short';
  const abortController = new AbortController();
  // AbortSignal.timeout would stay alive and abort long after the call has ended.
  const timer = setTimeout(
    () => abortController.abort(new DOMException('The call took too long.', 'TimeoutError')),
    settings.stepTimeoutMs,
  );
  const call = buildCall(order, task, settings, abortController.signal);
  const outcome = await callSystem(declaration, task, call).finally(() => clearTimeout(timer));
  reachCrashPoint(outcome.outcome === 'inspected' ? 'after-inspect' : 'after-call');
  return outcome;
}

function buildCall<Systems>(
  order: OrderSnapshot,
  task: StepTask,
  { systems, leaseLeftMs }: RunStepSettings<Systems>,
  signal: AbortSignal,
): Call<Systems> {
  const { kind, position, isInspected, reference } = task;
  const lease = { epoch: order.epoch, leftMs: Math.round(leaseLeftMs()) };
  const id = stepId(order.context.orderId, position);
  const found = order.steps[position]?.found;
  const call = { context: order.context, systems, ...(found && { found }), lease, signal };
  if (kind === 'undo') return { ...call, key: `${id}:undo`, undoes: listExecuteKeys(id, order.inputRevision) };
  const mayHaveBeenMade = reference !== undefined || (!isInspected && isRepeat(order, position));
  return { ...call, key: buildExecuteKey(id, order.inputRevision), isRepeat: mayHaveBeenMade };
}

/** Whether an earlier attempt, or a lost worker in this attempt, may have made the call. */
function isRepeat({ steps }: OrderSnapshot, position: number): boolean {
  const { attempt = 1, refusedAttempts = 0 } = steps[position] ?? {};
  return attempt - 1 !== refusedAttempts;
}

/**
 * Each revision of the input has its own key: a system that compares requests would always refuse a new input under an
 * old key.
 */
const buildExecuteKey = (id: string, revision: number): string =>
  revision === 0 ? `${id}:execute` : `${id}:${revision}:execute`;

/** The keys of all input revisions: each of these calls may have taken effect or may still arrive. */
const listExecuteKeys = (id: string, revision: number): readonly string[] =>
  Array.from({ length: revision + 1 }, (_, inputRevision) => buildExecuteKey(id, inputRevision));

async function callSystem<Systems>(
  step: ExternalStep<Systems>,
  { kind, reference }: StepTask,
  call: Call<Systems>,
): Promise<Outcome> {
  try {
    if (kind === 'execute' && reference === undefined && call.found === undefined) {
      const found = await step.inspect?.(call);
      if (found) return { outcome: 'inspected', found };
    }
    const answer = await (reference !== undefined
      ? step.poll?.({ ...call, reference })
      : kind === 'execute'
        ? step.execute(call)
        : step.undo?.(call));
    return answer ? acceptCall(step, answer) : { outcome: 'done' };
  } catch (error) {
    if (error instanceof SystemUnavailable) {
      const { code, message, mayHaveTakenEffect } = error;
      return { outcome: 'unavailable', error: createStepError(code, message), mayHaveTakenEffect };
    }
    if (error instanceof NoResponseError)
      return { outcome: 'transient', isUnanswered: true, error: createStepError(error.code, error.message) };
    if (error instanceof TransientError)
      return { outcome: 'transient', error: createStepError(error.code, error.message) };
    if (error instanceof PermanentError) {
      const { code, message, systemText } = error;
      const words = systemText === undefined ? {} : { systemText: createStepError(code, systemText).detail };
      return { outcome: 'refused', error: createStepError(code, message), ...words };
    }
    throw error;
  }
}

function acceptCall<Systems>(
  { code, poll }: ExternalStep<Systems>,
  { accepted, pollInMs, deadlineMs }: Accepted,
): Outcome {
  if (!poll) throw new Error(`the system accepted a call of the step ${code}, which declares no poll`);
  return { outcome: 'accepted', reference: accepted, pollInMs, deadlineMs };
}
