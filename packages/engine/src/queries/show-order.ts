import type { Actor } from '@linework/schemas/events/actor';
import { unresolvedStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import type { Order, OrderStep } from '@linework/schemas/orders/order';
import { stepId } from '../model/step.ts';

/** The record of an order with its steps, as Prisma reads it. */
export interface OrderRecord {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly brokerId: string;
  readonly externalCode: string;
  readonly correlationId: string;
  readonly input: unknown;
  readonly metadata: unknown;
  readonly cancellationReason: string | null;
  readonly failedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly unavailableSince: Date | null;
  /** The pause that the order waits for. */
  readonly pauseId: string | null;
  /** The actor that placed the order, as far as the reader may see it. */
  readonly actor: Actor | undefined;
  readonly steps: readonly OrderStepRecord[];
}

interface OrderStepRecord {
  readonly position: number;
  readonly code: string;
  readonly actionCode: string;
  readonly status: string;
  readonly attempt: number;
  readonly error: unknown;
  readonly startedAt: Date | null;
  readonly failedAt: Date | null;
  readonly finishedAt: Date | null;
}

/**
 * An order as the API shows it. The actor is in `metadata`, because the interface allows no other members of an order
 * but leaves `metadata` open.
 */
export function showOrder(record: OrderRecord): Order {
  const steps = record.steps.map((step) => showStep(record, step));
  const pausedStep = record.pauseId === null ? undefined : findPausedStep(record);
  if (pausedStep !== undefined)
    steps[pausedStep] = { ...(steps[pausedStep] as OrderStep), error: createPausedError(record.pauseId) };
  return {
    id: record.id,
    type: record.type,
    status: record.status as Order['status'],
    resource: { type: record.resourceType, id: record.resourceId },
    brokerId: record.brokerId,
    externalCode: record.externalCode,
    correlationId: record.correlationId,
    createdAt: record.createdAt.toISOString(),
    updatedAt: findLastChange(record).toISOString(),
    input: record.input as Order['input'],
    metadata: withActor(record.metadata as Order['metadata'], record.actor),
    cancellationReason: record.cancellationReason,
    steps,
    failure: showFailure(record, steps),
  };
}

/** The end of a step may leave the row of its order as it is, so the last change of an order may be that of a step. */
function findLastChange({ updatedAt, steps }: OrderRecord): Date {
  const stepTimes = steps.flatMap(({ startedAt, failedAt, finishedAt }) => [startedAt, failedAt, finishedAt]);
  return stepTimes.reduce<Date>((last, time) => (time !== null && time > last ? time : last), updatedAt);
}

/** Replaces `actor` with the stored one: before the name was reserved, a client could send its own `actor`. */
function withActor({ actor: _, ...metadata }: Order['metadata'], actor: Actor | undefined): Order['metadata'] {
  return { ...metadata, ...(actor && { actor }) };
}

/** The index of the step that waits: the next one, or the last one that has an effect where the order is undone. */
function findPausedStep({ status, steps }: OrderRecord): number | undefined {
  const isUndone = status === 'ROLLING_BACK' || status === 'CANCELLING';
  const index = isUndone
    ? steps.findLastIndex((step) => step.startedAt !== null && step.status !== 'ROLLED_BACK')
    : steps.findIndex((step) => step.finishedAt === null && step.status !== 'SKIPPED');
  return index === -1 ? undefined : index;
}

const createPausedError = (pauseId: string | null): OrderStep['error'] => ({
  code: 'paused',
  detail: 'An operator has paused this step. The order waits until the pause ends, and uses no attempt.',
  pauseId,
});

function showStep({ id, type, unavailableSince }: OrderRecord, step: OrderStepRecord): OrderStep {
  const { position, code, actionCode, status, attempt, error, startedAt, failedAt, finishedAt } = step;
  return {
    id: stepId(id, position),
    orderTypeStepCode: `${type}.${code}`,
    actionCode,
    status: status as OrderStep['status'],
    attempt,
    error: showError(error as OrderStep['error'], unavailableSince),
    startedAt: startedAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

/** While the order waits for a system, the error has the time since when it waits. */
function showError(error: OrderStep['error'], unavailableSince: Date | null): OrderStep['error'] {
  return error?.code === 'system-unavailable' && unavailableSince
    ? { ...error, since: unavailableSince.toISOString() }
    : error;
}

function showFailure({ status, failedAt }: OrderRecord, steps: OrderStep[]): Order['failure'] {
  if (failedAt === null || !(unresolvedStatuses as readonly string[]).includes(status)) return null;
  const pendingSteps = steps.filter((step) => step.status !== 'SUCCESS' && step.status !== 'SKIPPED');
  return { failedAt: failedAt.toISOString(), pendingSteps };
}
