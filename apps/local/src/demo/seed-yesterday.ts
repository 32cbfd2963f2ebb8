import { addDays, startOfDay } from '@linework/billing/civil-day';
import { readToday } from '@linework/billing/read-today';
import { assignResources } from '@linework/inventory/line-resources/assign-resources';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { blockLine } from '@linework/lines/order-types/block-line';
import { type EventType, eventType } from '@linework/schemas/events';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';
import type { DemoPair } from './seed-pools.ts';

/** What the network did with the lines of the batch of yesterday. */
const outcomes = ['blocked', 'blocked', 'failed', 'blocked', 'failed', 'blocked', 'failed', 'blocked'] as const;

/** A number and a SIM of each line of the batch, those of a line that has ended, and those that are reserved. */
export const pairsOfYesterday = outcomes.length + 2;

const reason = 'Reported stolen in Santos';
const refusal = { code: 'unknown-subscriber', detail: 'The register has no subscriber with this IMSI.' };
const weekSeconds = 7 * 86_400;

export interface DemoYesterday {
  /** The lines that are still in service: five BLOCKED and three that the network did not block. */
  readonly lineIds: readonly string[];
  readonly batchId: string;
  readonly reservationId: string;
  /** A number that is QUARANTINED, because its line has ended. */
  readonly quarantinedId: string;
}

type Past = Pick<DemoContext, 'db' | 'caller' | 'brokerId'> & {
  readonly holderIds: readonly string[];
  /** The minute of the afternoon, yesterday or `days` before. */
  readonly at: (minutes: number, days?: number) => Date;
};

/**
 * What is in the database because of yesterday: a batch of blocks of which the network refused some, which is an
 * incident now, a line that ended, and a reservation. No worker made it, so it is written as workers write it: each
 * record by its allowed moves, each with its event.
 */
export async function seedYesterday(
  { db, caller, brokerId }: DemoContext,
  { holderIds, pairs, number }: { holderIds: readonly string[]; pairs: readonly DemoPair[]; number: number },
): Promise<DemoYesterday> {
  const twoOClockMs = startOfDay(await readToday(db)).getTime() + 14 * 3_600_000;
  const at = (minutes: number, days = 1) => new Date(twoOClockMs - days * 86_400_000 + minutes * 60_000);
  const past = { db, caller, brokerId, holderIds, at };
  const [reserved, ...used] = pairs as [DemoPair, ...DemoPair[]];
  const lines = await addLines(past, used, number);
  const [ended, ...blocked] = lines as [string, ...string[]];
  const batchId = await addBatch(past, blocked);
  await endLine(past, ended, used[0] as DemoPair);
  const { id: reservationId } = await reserveResources(db, {
    caller,
    from: { resourceIds: [reserved.numberId] },
    quantity: 1,
    reservationTTL: weekSeconds,
  });
  return { lineIds: blocked, batchId, reservationId, quarantinedId: (used[0] as DemoPair).numberId };
}

interface PastEvent {
  readonly type: EventType;
  readonly of: 'line' | 'order' | 'bulk-operation' | 'resource';
  readonly id: string;
  readonly from?: string;
  readonly to?: string;
  readonly orderId?: string;
  readonly keyId?: string;
  readonly job?: string;
  readonly details?: Readonly<Record<string, string | number | boolean | Readonly<Record<string, number>>>>;
  readonly at: Date;
}

const addEvents = ({ db, brokerId }: Past, events: readonly PastEvent[]) =>
  db.prisma.event.createMany({
    data: events.map(({ of, id, from = null, to = null, details = {}, ...event }) => ({
      ...event,
      brokerId,
      resourceType: of,
      resourceId: id,
      fromStatus: from,
      toStatus: to,
      details,
    })),
  });

const firstMoves = [
  [eventType('line.standby'), 'PROVISIONING', 'STAND_BY'],
  [eventType('line.activation_started'), 'STAND_BY', 'ACTIVATING'],
  [eventType('line.activated'), 'ACTIVATING', 'ACTIVE'],
] as const;

const age = 40;

/** Lines that are ACTIVE since forty days, with their numbers and SIMs. */
async function addLines(past: Past, pairs: readonly DemoPair[], number: number): Promise<readonly string[]> {
  const { db, caller, brokerId, holderIds, at } = past;
  const since = at(0, age);
  const lines = pairs.map(({ msisdn, iccid, imsi }, index) => ({
    id: newId(),
    brokerId,
    holderId: holderIds[index % holderIds.length] as string,
    msisdn,
    iccid,
    imsi,
    externalCode: `LINE-${number}-S${index + 1}`,
    status: 'PROVISIONING',
    createdAt: since,
    updatedAt: since,
  }));
  await db.prisma.line.createMany({ data: lines });
  const ids = lines.map(({ id }) => id);
  await addEvents(
    past,
    ids.map((id) => ({
      type: 'line.created',
      of: 'line',
      id,
      to: 'PROVISIONING',
      details: { adopted: true },
      at: since,
    })),
  );
  for (const [type, from, to] of firstMoves) {
    await moveLines(past, ids, { from, to, at: since });
    await addEvents(
      past,
      ids.map((id) => ({ type, of: 'line', id, from, to, details: { adopted: true }, at: since })),
    );
  }
  const resourceIds = pairs.flatMap(({ numberId, simId }) => [numberId, simId]);
  const { id: reservationId } = await reserveResources(db, {
    caller,
    from: { resourceIds },
    quantity: resourceIds.length,
  });
  for (const [index, { id: lineId, holderId }] of lines.entries()) {
    const own = resourceIds.slice(2 * index, 2 * index + 2);
    await assignResources(db, { brokerId, lineId, holderId, reservationId, resourceIds: own, keyId: caller.keyId });
  }
  return ids;
}

const moveLines = (
  { db }: Past,
  ids: readonly string[],
  { from, to, at }: { readonly from: string; readonly to: string; readonly at: Date },
) =>
  db.prisma.line.updateMany({
    where: { id: { in: [...ids] }, status: from },
    data: { status: to, updatedAt: at, ...(to === 'ACTIVE' && { activatedAt: at }) },
  });

/** A batch that blocked lines, and the orders that it placed. */
async function addBatch(past: Past, lineIds: readonly string[]): Promise<string> {
  const { db, caller, brokerId, at } = past;
  const id = newId();
  const orders = lineIds.map((lineId, index) => ({ id: newId(), lineId, isRefused: outcomes[index] === 'failed' }));
  await db.prisma.bulkOperation.create({
    data: {
      id,
      brokerId,
      name: 'Stolen in Santos',
      operation: 'block',
      status: 'RUNNING',
      total: orders.length,
      keyId: caller.keyId,
      correlationId: newId(),
      reason,
      createdAt: at(0),
      updatedAt: at(0),
    },
  });
  await addOrders(past, orders);
  await db.prisma.bulkItem.createMany({
    data: orders.map((order, position) => ({ bulkId: id, position, lineId: order.lineId, orderId: order.id })),
  });
  const failed = orders.filter(({ isRefused }) => isRefused).length;
  const counts = { COMPLETED: orders.length - failed, FAILED: failed };
  await db.prisma.bulkOperation.update({
    where: { id },
    data: {
      status: 'COMPLETED_WITH_ERRORS',
      settledTo: orders.length,
      counts,
      lastPlacedAt: at(0),
      updatedAt: at(2),
      finishedAt: at(2),
    },
  });
  const batch = { of: 'bulk-operation', id } as const;
  await addEvents(past, [
    {
      ...batch,
      type: 'bulk_operation.started',
      to: 'RUNNING',
      keyId: caller.keyId,
      details: { operation: 'block', total: orders.length },
      at: at(0),
    },
    {
      ...batch,
      type: 'bulk_operation.completed_with_errors',
      from: 'RUNNING',
      to: 'COMPLETED_WITH_ERRORS',
      job: 'place-bulk-orders',
      details: { outcomes: counts },
      at: at(2),
    },
  ]);
  return id;
}

interface PastOrder {
  readonly id: string;
  readonly lineId: string;
  readonly isRefused: boolean;
}

interface OrderTimes {
  readonly placed: Date;
  readonly begun: Date;
  readonly ended: Date;
}

/** The orders of the batch: each with its steps, its attempts and its events. */
async function addOrders(past: Past, orders: readonly PastOrder[]): Promise<void> {
  const { caller, at } = past;
  const times = { placed: at(0), begun: at(0.1), ended: at(0.2) };
  await placeOrders(past, orders, times.placed);
  await executeOrders(past, orders, times);
  const ofLines = (wanted: (order: PastOrder) => boolean) => orders.filter(wanted).map(({ lineId }) => lineId);
  await moveLines(
    past,
    ofLines(() => true),
    { from: 'ACTIVE', to: 'BLOCKING', at: times.placed },
  );
  for (const [to, isRefused] of [
    ['BLOCKED', false],
    ['BLOCKING_ERROR', true],
  ] as const) {
    const lineIds = ofLines((order) => order.isRefused === isRefused);
    await moveLines(past, lineIds, { from: 'BLOCKING', to, at: times.ended });
  }
  await addEvents(
    past,
    orders.flatMap((order) => eventsOf(order, { ...times, keyId: caller.keyId })),
  );
  await suspendResources(past, orders, times.ended);
}

/** The numbers and SIMs of the lines that the network has blocked. */
async function suspendResources(past: Past, orders: readonly PastOrder[], at: Date): Promise<void> {
  const blocked = new Map(orders.filter(({ isRefused }) => !isRefused).map(({ id, lineId }) => [lineId, id]));
  const own = { lineId: { in: [...blocked.keys()] } };
  const states = await past.db.prisma.resourceState.findMany({
    where: own,
    select: { resourceId: true, lineId: true },
  });
  await past.db.prisma.resourceState.updateMany({
    where: own,
    data: { status: 'suspended', suspendedBy: 'block', updatedAt: at },
  });
  await addEvents(
    past,
    states.map(({ resourceId, lineId }) => ({
      type: 'resource.suspended',
      of: 'resource',
      id: resourceId,
      from: 'active',
      to: 'suspended',
      orderId: blocked.get(lineId as string) as string,
      details: { lineId: lineId as string },
      at,
    })),
  );
}

/** How often a worker may call the network for one step. */
const attemptLimit = 5;

async function placeOrders({ db, caller, brokerId }: Past, orders: readonly PastOrder[], at: Date): Promise<void> {
  await db.prisma.order.createMany({
    data: orders.map(({ id, lineId }) => ({
      id,
      brokerId,
      type: blockLine.code,
      typeVersion: blockLine.version,
      status: 'PENDING',
      resourceType: 'line',
      resourceId: lineId,
      externalCode: '',
      correlationId: 'stolen-in-santos',
      keyId: caller.keyId,
      previousStatus: 'ACTIVE',
      dueAt: at,
      nextSweepAt: at,
      createdAt: at,
      updatedAt: at,
    })),
  });
  await db.prisma.orderStep.createMany({
    data: orders.flatMap(({ id }) =>
      blockLine.steps.map(({ code, action }, position) => ({
        orderId: id,
        position,
        code,
        actionCode: action,
        status: 'PENDING',
        attemptLimit,
        undoAttemptLimit: attemptLimit,
      })),
    ),
  });
}

/** The network suspends a line, or refuses the first attempt for good. */
async function executeOrders({ db }: Past, orders: readonly PastOrder[], { begun, ended }: OrderTimes): Promise<void> {
  const all = orders.map(({ id }) => id);
  const refused = orders.filter(({ isRefused }) => isRefused).map(({ id }) => id);
  const done = all.filter((id) => !refused.includes(id));
  const moveSteps = (of: readonly string[], position: number, data: object) =>
    db.prisma.orderStep.updateMany({ where: { orderId: { in: [...of] }, position }, data });
  const moveOrders = (of: readonly string[], data: object) =>
    db.prisma.order.updateMany({ where: { id: { in: [...of] } }, data });
  await moveOrders(all, { status: 'IN_PROGRESS', updatedAt: begun, epoch: 2, acquiredEpoch: 1 });
  await moveSteps(all, 0, { status: 'RUNNING', attempt: 1, startedAt: begun });
  await moveSteps(done, 0, { status: 'SUCCESS', finishedAt: ended });
  await moveSteps(done, 1, { status: 'SUCCESS', attempt: 1, startedAt: ended, finishedAt: ended });
  await moveSteps(refused, 0, { status: 'FAILED', refusedAttempts: 1, error: refusal, failedAt: ended });
  const attempt = { position: 0, kind: 'execute', attempt: 1, outcome: 'refused', error: refusal };
  await db.prisma.orderAttempt.createMany({
    data: refused.map((orderId) => ({ ...attempt, orderId, startedAt: begun, endedAt: ended })),
  });
  const settled = { dueAt: null, nextSweepAt: null, updatedAt: ended };
  await moveOrders(done, { ...settled, status: 'COMPLETED' });
  await moveOrders(refused, { ...settled, status: 'FAILED', failedAt: ended });
}

function eventsOf(
  { id, lineId, isRefused }: PastOrder,
  { placed, begun, ended, keyId }: OrderTimes & { readonly keyId: string },
): readonly PastEvent[] {
  const [order, line] = [
    { of: 'order', id, orderId: id },
    { of: 'line', id: lineId, orderId: id },
  ] as const;
  return [
    { ...order, type: 'order.placed', to: 'PENDING', keyId, at: placed },
    { ...line, type: 'line.block_started', from: 'ACTIVE', to: 'BLOCKING', keyId, at: placed },
    { ...order, type: 'order.started', from: 'PENDING', to: 'IN_PROGRESS', at: begun },
    isRefused
      ? { ...order, type: 'order.failed', from: 'IN_PROGRESS', to: 'FAILED', at: ended }
      : { ...order, type: 'order.completed', from: 'IN_PROGRESS', to: 'COMPLETED', at: ended },
    isRefused
      ? { ...line, type: 'line.block_failed', from: 'BLOCKING', to: 'BLOCKING_ERROR', at: ended }
      : { ...line, type: 'line.blocked', from: 'BLOCKING', to: 'BLOCKED', at: ended },
  ];
}

const quarantineDays = 90;

/** A line that ended yesterday. Its number and its SIM are quarantined. */
async function endLine(past: Past, id: string, { numberId, simId }: DemoPair): Promise<void> {
  const { db, at } = past;
  const [begun, ended] = [at(60), at(61)];
  await moveLines(past, [id], { from: 'ACTIVE', to: 'TERMINATING', at: begun });
  await db.prisma.line.update({
    where: { id },
    data: { status: 'TERMINATED', updatedAt: ended, terminatedAt: ended },
  });
  const resourceIds = [numberId, simId];
  await db.prisma.resourceState.updateMany({
    where: { resourceId: { in: resourceIds } },
    data: {
      status: 'quarantined',
      lineId: null,
      quarantinedAt: ended,
      quarantineEndsAt: startOfDay(addDays(await readToday(db), quarantineDays - 1)),
      updatedAt: ended,
    },
  });
  await db.prisma.allocation.updateMany({
    where: { resourceId: { in: resourceIds }, heldTo: null },
    data: { heldFrom: at(0, age), heldTo: ended },
  });
  await addEvents(past, [
    { type: 'line.termination_started', of: 'line', id, from: 'ACTIVE', to: 'TERMINATING', at: begun },
    { type: 'line.terminated', of: 'line', id, from: 'TERMINATING', to: 'TERMINATED', at: ended },
    ...resourceIds.map(
      (resourceId): PastEvent => ({
        type: 'resource.quarantined',
        of: 'resource',
        id: resourceId,
        from: 'active',
        to: 'quarantined',
        details: { lineId: id },
        at: ended,
      }),
    ),
  ]);
}
