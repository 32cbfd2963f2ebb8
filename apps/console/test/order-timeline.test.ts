import { describe, expect, it } from 'vitest';
import { buildTimeline } from '../src/order/build-timeline.ts';
import { listWaits } from '../src/order/list-waits.ts';
import { timeScale } from '../src/order/time-scale.ts';

const hourMs = 3_600_000;

describe('the axis of time of an order', () => {
  it('shows two calls of 100 ms to scale when nothing is between them', () => {
    const { place, gaps } = timeScale([
      { from: 0, to: 100 },
      { from: 100, to: 200 },
    ]);
    expect([place(0), place(50), place(100), place(200)]).toEqual([0, 0.25, 0.5, 1]);
    expect(gaps).toEqual([]);
  });

  it('shortens a wait of three hours, and says how long it was', () => {
    const { place, gaps } = timeScale([
      { from: 0, to: 100 },
      { from: 3 * hourMs, to: 3 * hourMs + 100 },
    ]);
    expect(place(100)).toBeGreaterThan(0.25);
    expect(gaps).toMatchObject([{ from: 100, to: 3 * hourMs }]);
    expect(gaps[0]?.width).toBeLessThan(0.4);
  });

  it('puts a time before the first call at the beginning, and one after the last at the end', () => {
    const { place } = timeScale([{ from: 1_000, to: 2_000 }]);
    expect([place(0), place(9_000)]).toEqual([0, 1]);
  });
});

const orderId = '0199a1c2-0000-7000-8000-000000000001';
const lineId = '0199a1c2-0000-7000-8000-000000000002';
const placedAt = Date.parse('2026-11-28T02:00:00.000Z');
const at = (ms: number) => new Date(placedAt + ms).toISOString();

const step = (position: number, status: string, finishedMs: number | null = null) => ({
  id: `${orderId}-${position}`,
  orderTypeStepCode: position === 1 ? 'LINE_BLOCK.SUSPEND_NETWORK' : 'LINE_BLOCK.BLOCK_RESOURCES',
  actionCode: position === 1 ? 'network.suspend' : 'inventory.suspend',
  status,
  finishedAt: finishedMs === null ? null : at(finishedMs),
});
const attempt = (number: number, from: number, to: number, outcome: string) => ({
  stepId: `${orderId}-1`,
  orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK',
  kind: 'execute',
  attempt: number,
  outcome,
  startedAt: at(from),
  endedAt: at(to),
});
const event = (type: string, to: string | undefined, ms: number) => ({
  id: `${type} ${ms}`,
  type,
  to,
  at: at(ms),
  resource: { type: 'order', id: orderId },
  details: {},
});
const change = (from: string, to: string, ms: number) => ({
  resource: { type: 'line', id: lineId },
  from,
  to,
  changedAt: at(ms),
});

/** Each row as a person reads it. */
function rowsOf(input: object): readonly string[] {
  const { items, pending } = buildTimeline({
    now: placedAt + hourMs,
    attempts: [],
    events: [],
    changes: [],
    ...input,
  } as never);
  const rows = items.map(({ offsetMs, waitMs, what }) => {
    const text =
      what.kind === 'event'
        ? what.event.type
        : what.kind === 'call'
          ? `call ${what.attempt.attempt} ${what.attempt.outcome} ${what.durationMs} ms`
          : what.kind === 'step'
            ? `step ${what.step.orderTypeStepCode}`
            : `line ${what.change.from} to ${what.change.to}`;
    return `${waitMs === undefined ? '' : `(${waitMs} ms) `}${offsetMs} ${text}`;
  });
  return [...rows, ...pending.map(({ orderTypeStepCode }) => `then ${orderTypeStepCode}`)];
}

describe('the timeline of an order', () => {
  const order = { id: orderId, createdAt: at(0), status: 'COMPLETED' };

  it('has its events, calls, steps and changes by their time, and in one millisecond by their cause', () => {
    expect(
      rowsOf({
        order: { ...order, steps: [step(1, 'SUCCESS', 40), step(2, 'SUCCESS', 41)] },
        attempts: [attempt(1, 3, 40, 'done')],
        events: [
          event('order.completed', 'COMPLETED', 41),
          event('order.started', 'IN_PROGRESS', 3),
          event('order.placed', 'PENDING', 0),
        ],
        changes: [change('ACTIVE', 'BLOCKING', 0), change('BLOCKING', 'BLOCKED', 41)],
      }),
    ).toEqual([
      '0 order.placed',
      '0 line ACTIVE to BLOCKING',
      '3 order.started',
      '3 call 1 done 37 ms',
      '41 step LINE_BLOCK.BLOCK_RESOURCES',
      '41 line BLOCKING to BLOCKED',
      '41 order.completed',
    ]);
  });

  it('tells a wait between two attempts, and not the time in which a call lasted', () => {
    expect(
      rowsOf({
        order: { ...order, status: 'IN_PROGRESS', steps: [step(1, 'RUNNING'), step(2, 'PENDING')] },
        attempts: [attempt(1, 0, 5_000, 'transient'), attempt(2, 65_000, 65_100, 'accepted')],
        events: [event('order.placed', 'PENDING', 0)],
      }),
    ).toEqual([
      '0 order.placed',
      '0 call 1 transient 5000 ms',
      '(60000 ms) 65000 call 2 accepted 100 ms',
      'then LINE_BLOCK.BLOCK_RESOURCES',
    ]);
  });

  it('has no step that comes next once the order has settled', () => {
    expect(rowsOf({ order: { ...order, status: 'FAILED', steps: [step(2, 'PENDING')] } })).toEqual([]);
  });
});

describe('what an order waits for', () => {
  const details = { resources: [], systemTexts: [] };
  const next = { actionCode: 'network.suspend', attempt: 2, attemptLimit: 5 };
  const until = at(60_000);
  const waitsOf = (explanation: object, more: object = {}) =>
    listWaits(
      { sentence: '', allowed: [], notAllowed: [], changes: [], ...explanation } as never,
      { ...details, ...more } as never,
    );

  it('is its next attempt, at its time', () => {
    expect(waitsOf({ waitsFor: 'back-off', waitsUntil: until, step: next })).toEqual([
      { name: 'Attempt 2 of 5 at the network', until },
    ]);
  });

  it('is a system that is unavailable, since when and until its next try', () => {
    expect(waitsOf({ waitsFor: 'system', waitsSince: at(0), waitsUntil: until, step: next })).toEqual([
      { name: 'The network, which is unavailable', since: at(0), until, untilMeans: 'next try' },
    ]);
  });

  it('is a call that its system has accepted, until its outcome is unknown', () => {
    expect(
      waitsOf({ waitsFor: 'call', waitsUntil: at(1), step: next }, { call: { reference: 'op-7', until } }),
    ).toEqual([{ name: 'The network to finish op-7', until, untilMeans: 'at the latest' }]);
  });

  it('is the end of a pause, with the words and the name of who began it, and its time if it has one', () => {
    const pause = { id: orderId, reason: 'ticket 4711', by: 'Ana', since: at(0), until };
    expect(
      waitsOf({ waitsFor: 'pause', pause: { id: orderId, kind: 'system', target: 'network' }, step: next }, { pause }),
    ).toEqual([
      {
        name: 'The end of the pause of network',
        reason: 'ticket 4711',
        since: at(0),
        by: 'Ana',
        until,
        untilMeans: 'ends',
      },
    ]);
  });

  it('names the number, the other operator and the window of the port-in that placed it', () => {
    const porting = {
      kind: 'port-in',
      id: orderId,
      status: 'PENDING',
      msisdn: '**********4321',
      partner: 'OI',
      windowFrom: at(0),
      windowUntil: until,
    };
    expect(waitsOf({ waitsFor: 'worker', step: next }, { porting })).toEqual([
      { name: 'A free worker' },
      { name: 'Port-in from OI', msisdn: '**********4321', since: at(0), until, untilMeans: 'window' },
    ]);
  });

  it('is nothing for an order that needs a decision: its buttons say what can be done', () => {
    expect(waitsOf({ waitsFor: 'decision' })).toEqual([]);
  });
});
