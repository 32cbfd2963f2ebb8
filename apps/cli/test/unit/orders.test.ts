import { operations } from '@linework/sdk/operations';
import { describe, expect, it } from 'vitest';
import type { Attempt, Order, OrderStep } from '../../src/model/order.ts';
import { explainOrder } from '../../src/orders/explain-order.ts';
import { groupIncidents } from '../../src/orders/group-incidents.ts';
import { parseWhere } from '../../src/orders/parse-where.ts';
import { describeChanges } from '../../src/orders/watch-order.ts';

const now = Date.parse('2026-11-25T12:00:00.000Z');
const before = (seconds: number) => new Date(now - seconds * 1_000).toISOString();

const aStep = (given: Partial<OrderStep> = {}): OrderStep => ({
  id: 'o-1',
  orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK',
  actionCode: 'network.suspend',
  status: 'PENDING',
  attempt: 1,
  error: null,
  startedAt: null,
  failedAt: null,
  finishedAt: null,
  ...given,
});

const anOrder = (given: Partial<Order> = {}): Order => ({
  id: 'o',
  type: 'LINE_BLOCK',
  status: 'IN_PROGRESS',
  resource: { type: 'line', id: 'l' },
  createdAt: before(60),
  updatedAt: before(10),
  cancellationReason: null,
  metadata: {},
  steps: [aStep()],
  ...given,
});

const attempt = (outcome: string): Attempt => ({ orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK', kind: 'execute', attempt: 1, outcome, startedAt: before(5) });
const explain = (order: Partial<Order>, attempts: readonly Attempt[] = []) => explainOrder({ order: anOrder(order), attempts, now }).sentence;
const refused = { code: 'unknown-subscriber', detail: 'Nobody has this number.' };

describe('explaining an order', () => {
  it.each<[string, Partial<Order>, readonly Attempt[], RegExp]>([
    ['that was just placed', { status: 'PENDING', createdAt: before(1) }, [], /a worker is about to start it/],
    ['that nobody starts', { status: 'PENDING' }, [], /has waited 60 s for its start: .* or no worker runs\.|has waited 1 min/],
    ['whose call runs', { steps: [aStep({ status: 'RUNNING', startedAt: before(1) })] }, [], /A worker is executing LINE_BLOCK\.SUSPEND_NETWORK, attempt 1/],
    [
      'whose call runs for long',
      { steps: [aStep({ status: 'RUNNING', startedAt: before(30) })] },
      [],
      /running for 30 s: its call is slow, or its worker was lost/,
    ],
    ['that will be tried again', { steps: [aStep({ attempt: 2, error: { code: 'busy' } })] }, [], /has failed 2 attempts \(busy\) and will be tried again/],
    [
      'that waits for a system',
      { steps: [aStep({ error: { code: 'system-away', since: before(120) } })] },
      [],
      /waits for a system that has been away for 2 min/,
    ],
    [
      'whose call was accepted',
      { steps: [aStep({ status: 'RUNNING', startedAt: before(30) })] },
      [attempt('accepted')],
      /accepted the call and finishes it later/,
    ],
    [
      'that was refused',
      { status: 'FAILED', steps: [aStep({ status: 'FAILED', error: refused })] },
      [attempt('refused')],
      /^LINE_BLOCK\.SUSPEND_NETWORK failed after 1 attempt \(the system refused it, so it was not tried again\): unknown-subscriber: Nobody has this number, so the order stopped/,
    ],
    ['that is done', { status: 'COMPLETED' }, [], /Every step is done; it took 50 s/],
    ['that was cancelled', { status: 'CANCELLED', cancellationReason: 'by mistake' }, [], /was cancelled \("by mistake"\), and nothing of it is left/],
    [
      'that is being undone',
      { status: 'ROLLING_BACK', steps: [aStep({ status: 'ROLLING_BACK' })] },
      [],
      /is being rolled back; LINE_BLOCK\.SUSPEND_NETWORK is being undone/,
    ],
    [
      'whose undo failed',
      { status: 'CANCEL_FAILED', steps: [aStep({ status: 'ROLLBACK_FAILED', error: refused })] },
      [],
      /could not be undone after 1 attempt: .* so the cancellation stopped/,
    ],
  ])('says one sentence about one %s', (_what, order, attempts, sentence) => {
    expect(explain(order, attempts)).toMatch(sentence);
  });

  it('names the commands that the status allows, and the step', () => {
    const { nextCommands } = explainOrder({ order: anOrder({ status: 'FAILED', steps: [aStep({ status: 'FAILED', error: refused })] }), attempts: [], now });
    expect(nextCommands).toEqual([
      'linework orders retry o',
      'linework orders rollback o',
      'linework orders skip-step o o-1 --reason TEXT',
      'linework orders close o --reason TEXT',
    ]);
  });
});

describe('incidents', () => {
  it('are grouped by error and step, the most frequent first', () => {
    const failed = (code: string, at: number) =>
      anOrder({ id: `${code}${at}`, status: 'FAILED', updatedAt: before(at), steps: [aStep({ status: 'FAILED', error: { code } })] });
    const groups = groupIncidents([failed('away', 1), failed('locked', 2), failed('locked', 9)], 'error');
    expect(groups).toEqual([
      { count: 2, error: 'locked', step: 'LINE_BLOCK.SUSPEND_NETWORK', firstAt: before(9), lastAt: before(2), exampleOrderId: 'locked2' },
      { count: 1, error: 'away', step: 'LINE_BLOCK.SUSPEND_NETWORK', firstAt: before(1), lastAt: before(1), exampleOrderId: 'away1' },
    ]);
  });
});

describe('--where', () => {
  const query = operations.find(({ name }) => name === 'listOrders')?.query ?? [];

  it('selects by the filters of the list, with their types', () => {
    expect(parseWhere('status=failed,CANCEL_FAILED type=LINE_BLOCK  superseded=false externalCode="LINE 1=2"', query)).toEqual({
      status: ['FAILED', 'CANCEL_FAILED'],
      type: ['LINE_BLOCK'],
      superseded: false,
      externalCode: 'LINE 1=2',
    });
  });

  it.each([
    ['', 'at least one filter'],
    ['statu=FAILED', 'knows no filter "statu"'],
    ['FAILED', 'write name=value'],
    ['limit=1', 'knows no filter "limit"'],
    ['superseded=perhaps', 'must be true or false'],
  ])('rejects "%s"', (text, sentence) => {
    expect(() => parseWhere(text, query)).toThrow(sentence);
  });
});

describe('watching an order', () => {
  it('names what has happened to its steps, in order', () => {
    const steps = [
      aStep({ status: 'SUCCESS', finishedAt: before(12) }),
      aStep({ orderTypeStepCode: 'LINE_BLOCK.SUSPEND_RESOURCES', status: 'FAILED', failedAt: before(10), error: refused }),
      aStep({ orderTypeStepCode: 'LINE_BLOCK.LATER' }),
    ];
    expect(describeChanges(anOrder({ status: 'FAILED', steps })).map(({ text }) => text)).toEqual([
      'LINE_BLOCK PENDING',
      'LINE_BLOCK.SUSPEND_NETWORK SUCCESS',
      'LINE_BLOCK.SUSPEND_RESOURCES FAILED',
      'LINE_BLOCK FAILED',
    ]);
  });
});
