import { operations } from '@linework/sdk/operations';
import { describe, expect, it } from 'vitest';
import type { Order, OrderStep } from '../../src/model/order.ts';
import { parseWhere } from '../../src/orders/parse-where.ts';
import { describeChanges } from '../../src/orders/watch-order.ts';
import { runHere } from './fake-context.ts';

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

const refused = { code: 'unknown-subscriber', detail: 'Nobody has this number.' };

const explanation = {
  orderId: 'o',
  status: 'FAILED',
  sentence: 'LINE_BLOCK.SUSPEND_NETWORK failed.',
  step: { id: 'o-1', error: { code: 'unknown-subscriber', detail: 'Nobody has \u001b[31mthis number.' } },
  allowed: ['retry', 'skip'],
  notAllowed: [{ request: 'cancel', code: 'invalid-status-transition', detail: 'The order is FAILED.' }],
  changes: [{ resource: { type: 'line', id: 'l' }, from: 'ACTIVE', to: 'BLOCKING' }],
};

describe('explaining an order', () => {
  it('shows the sentence of the API, its changes and the allowed commands, without control characters', async () => {
    const { output, sent } = await runHere(['orders', 'explain', 'o'], { answer: () => explanation });
    expect(sent.map(({ path }) => path)).toEqual(['/orders/o/explanation']);
    expect(output.trimEnd().split('\n')).toEqual([
      'LINE_BLOCK.SUSPEND_NETWORK failed.',
      'unknown-subscriber: Nobody has \\u001b[31mthis number.',
      '',
      'What it has changed:',
      '  line l  ACTIVE -> BLOCKING',
      '',
      'What you can do:',
      '  linework orders retry o',
      '  linework orders skip-step o o-1 --reason TEXT',
      '',
      'Not now:',
      '  cancel    The order is FAILED.',
    ]);
    expect(
      (await runHere(['orders', 'explain', 'o', '--select', 'status'], { answer: () => explanation })).output,
    ).toBe('FAILED\n');
  });
});

describe('incidents', () => {
  it('are the groups of the API, each with the condition that selects its orders', async () => {
    const orderFilter = { status: ['FAILED', 'CANCEL_FAILED'], superseded: false, errorCode: ['no answer'] };
    const group = {
      errorCode: 'no answer',
      orderCount: 300,
      brokerCount: 2,
      firstFailedAt: before(9),
      lastFailedAt: before(2),
      orderFilter,
    };
    const { output, errorOutput, sent } = await runHere(['incidents', '--group-by', 'error', '-o', 'json'], {
      answer: () => ({ items: [group], meta: { total: 1, orderCount: 300 } }),
    });
    expect(sent).toEqual([{ method: 'GET', path: '/order-groups', request: { query: { by: 'error' } } }]);
    const [shown] = JSON.parse(output) as [{ readonly where: string }];
    expect(shown).toEqual({
      ...{ orderCount: 300, errorCode: 'no answer', brokerCount: 2, firstFailedAt: before(9), lastFailedAt: before(2) },
      where: 'status=FAILED,CANCEL_FAILED superseded=false errorCode="no answer"',
    });
    expect(errorOutput).toContain('300 orders need attention.');
    const query = operations.find(({ name }) => name === 'listOrders')?.query ?? [];
    expect(parseWhere(shown.where, query)).toEqual(orderFilter);
  });
});

describe('--where', () => {
  const query = operations.find(({ name }) => name === 'listOrders')?.query ?? [];

  it('selects by the filters of the list, with their types', () => {
    expect(
      parseWhere('status=failed,CANCEL_FAILED type=LINE_BLOCK  superseded=false externalCode="LINE 1=2"', query),
    ).toEqual({
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
      aStep({
        orderTypeStepCode: 'LINE_BLOCK.SUSPEND_RESOURCES',
        status: 'FAILED',
        failedAt: before(10),
        error: refused,
      }),
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
