import { type Attempt, describeStepError, type Order, type OrderStep } from '../model/order.ts';
import { formatDuration } from '../output/format-duration.ts';

export interface ExplainInput {
  readonly order: Order;
  readonly attempts: readonly Attempt[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Explanation {
  /** Why the order stands where it stands, in one sentence. */
  readonly sentence: string;
  readonly facts: readonly string[];
  /** The commands that change something about it. */
  readonly nextCommands: readonly string[];
}

/** Explains the status of an order from what the order, its steps and their attempts say. */
export function explainOrder(input: ExplainInput): Explanation {
  const { order } = input;
  return { sentence: explainers[order.status]?.(input) ?? `The order is ${order.status}.`, facts: listFacts(input), nextCommands: listCommands(order) };
}

const explainers: Readonly<Record<string, (input: ExplainInput) => string>> = {
  PENDING: explainPending,
  IN_PROGRESS: explainProgress,
  COMPLETED: ({ order }) => `Every step is done; it took ${formatDuration(Date.parse(order.updatedAt) - Date.parse(order.createdAt))}.`,
  FAILED: (input) => explainFailure(input, 'failed', 'so the order stopped and waits for a decision'),
  ROLLING_BACK: (input) => explainCompensation(input, 'The order is being rolled back'),
  CANCELLING: (input) => explainCompensation(input, `The order was cancelled${reasonOf(input.order)}`),
  ROLLED_BACK: ({ order }) => `${causeOf(order)}Every step that had started is undone.`,
  ROLLBACK_FAILED: (input) => explainFailure(input, 'could not be undone', 'so the roll-back stopped and waits for a decision'),
  CANCEL_FAILED: (input) => explainFailure(input, 'could not be undone', 'so the cancellation stopped and waits for a decision'),
  CANCELLED: ({ order }) => `The order was cancelled${reasonOf(order)}, and nothing of it is left.`,
};

/** A worker acquires a new order within milliseconds, and the sweep finds a lost wake-up within a second. */
const usualStartMs = 3_000;

function explainPending({ order, now }: ExplainInput): string {
  const age = now - Date.parse(order.createdAt);
  if (age < usualStartMs) return 'The order was placed just now, and a worker is about to start it.';
  return (
    `The order has waited ${formatDuration(age)} for its start: it was placed with a later start (notBefore), another order of its ${order.resource.type} is open, ` +
    'or no worker runs.'
  );
}

function explainProgress(input: ExplainInput): string {
  const step = input.order.steps.find(({ status }) => status === 'RUNNING' || status === 'PENDING');
  if (step === undefined) return 'Its steps are done, and a worker is about to complete the order.';
  const running = lastAttempt(input, step);
  if (step.error?.['code'] === 'system-away') return explainAway(step, input.now);
  if (running?.outcome === 'accepted') return `${step.orderTypeStepCode}: the system has accepted the call and finishes it later; the order waits for it.`;
  if (step.status === 'RUNNING') return explainRunning(step, input);
  if (step.error !== null) return `${step.orderTypeStepCode} has failed ${times(step.attempt)} (${errorOf(step)}) and will be tried again.`;
  return `A worker is about to start ${step.orderTypeStepCode}.`;
}

/** A call takes milliseconds; the lease of a lost worker ends after 20 s by default. */
const longCallMs = 10_000;

function explainRunning(step: OrderStep, { now }: ExplainInput): string {
  const age = step.startedAt === null ? 0 : now - Date.parse(step.startedAt);
  const code = step.orderTypeStepCode;
  if (age < longCallMs) return `A worker is executing ${code}, attempt ${step.attempt}.`;
  return `${code} has been running for ${formatDuration(age)}: its call is slow, or its worker was lost and another one takes over when the lease ends.`;
}

function explainAway({ orderTypeStepCode, error }: OrderStep, now: number): string {
  const since = error?.['since'];
  const time = typeof since === 'string' ? ` for ${formatDuration(now - Date.parse(since))}` : '';
  return `${orderTypeStepCode} waits for a system that has been away${time}; the order goes on by itself when the system is back, and no attempt is used.`;
}

function explainFailure(input: ExplainInput, verb: string, consequence: string): string {
  const step = failedStep(input.order);
  if (step === undefined) return `The order is ${input.order.status}, ${consequence}.`;
  const kind = verb === 'failed' ? 'execute' : 'undo';
  const count = input.attempts.filter((attempt) => attempt.orderTypeStepCode === step.orderTypeStepCode && attempt.kind === kind).length;
  const refused = lastAttempt(input, step)?.outcome === 'refused' ? ' (the system refused it, so it was not tried again)' : '';
  return `${step.orderTypeStepCode} ${verb} after ${times(Math.max(1, count))}${refused}: ${trimStop(errorOf(step))}, ${consequence}.`;
}

function explainCompensation({ order }: ExplainInput, opening: string): string {
  const step = order.steps.find(({ status }) => status === 'ROLLING_BACK' || status === 'RUNNING');
  if (step === undefined) return `${opening}; its steps are being undone, the newest first.`;
  if (step.status === 'RUNNING') return `${opening}, and waits until ${step.orderTypeStepCode} has ended.`;
  return `${opening}; ${step.orderTypeStepCode} is being undone${step.error === null ? '' : ` (last error: ${trimStop(errorOf(step))})`}.`;
}

const causeOf = (order: Order): string => {
  const step = order.steps.find(({ error }) => error !== null);
  return step === undefined ? '' : `${step.orderTypeStepCode} failed: ${trimStop(errorOf(step))}. `;
};

const reasonOf = ({ cancellationReason }: Order): string => (cancellationReason === null ? '' : ` ("${cancellationReason}")`);

const failedStep = ({ steps }: Order): OrderStep | undefined => steps.find(({ status }) => status === 'FAILED' || status === 'ROLLBACK_FAILED');

const errorOf = ({ error }: OrderStep): string => describeStepError(error) ?? 'without an error';
const trimStop = (text: string): string => text.replace(/[.\s]+$/, '');
const times = (count: number): string => (count === 1 ? '1 attempt' : `${count} attempts`);

function lastAttempt({ attempts }: ExplainInput, { orderTypeStepCode }: OrderStep): Attempt | undefined {
  return attempts.filter((attempt) => attempt.orderTypeStepCode === orderTypeStepCode).at(-1);
}

function listFacts({ order, attempts, now }: ExplainInput): readonly string[] {
  const lost = attempts.reduce((sum, { workersLost = 0, outcome }) => sum + workersLost + (outcome === 'lost' ? 1 : 0), 0);
  const done = order.steps.filter(({ status }) => status === 'SUCCESS' || status === 'SKIPPED').map(({ orderTypeStepCode }) => orderTypeStepCode);
  return [
    `${order.type} of the ${order.resource.type} ${order.resource.id}, placed ${formatDuration(now - Date.parse(order.createdAt))} ago, ${order.status}.`,
    ...(done.length > 0 ? [`Done: ${done.join(', ')}.`] : []),
    ...(lost > 0 ? [`${lost} ${lost === 1 ? 'worker was' : 'workers were'} lost while it was executed; other workers went on.`] : []),
  ];
}

/** What each status allows. `skip` and `close` need the key of an operator. */
const commandsByStatus: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['watch ID', 'cancel ID'],
  IN_PROGRESS: ['watch ID', 'cancel ID'],
  ROLLING_BACK: ['watch ID'],
  CANCELLING: ['watch ID'],
  FAILED: ['retry ID', 'rollback ID', 'skip-step ID STEP --reason TEXT', 'close ID --reason TEXT'],
  ROLLBACK_FAILED: ['retry ID', 'close ID --reason TEXT'],
  CANCEL_FAILED: ['retry ID', 'close ID --reason TEXT'],
};

function listCommands(order: Order): readonly string[] {
  const step = failedStep(order)?.id ?? 'STEP';
  return (commandsByStatus[order.status] ?? []).map((command) => `linework orders ${command.replace('ID', order.id).replace('STEP', step)}`);
}
