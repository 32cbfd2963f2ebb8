import { describe, expect, it } from 'vitest';
import type { Order } from '../src/generated/types.ts';
import { OrderCancelledError, OrderFailedError, OrderTimeoutError } from '../src/orders/order-errors.ts';
import { aClient } from './support/a-client.ts';
import { aProblem, aServer } from './support/a-server.ts';

const order = (status: Order['status'], members: object = {}) => ({
  body: { id: 'o-1', type: 'LINE_BLOCK', status, steps: [], cancellationReason: null, ...members },
});
const accepted = { body: { status: 'BLOCKING' }, headers: { Location: '/orders/o-1' } };

/** Answers a block, and then each read of the order with the next of these. The last is repeated. */
function serverOf(...reads: readonly ReturnType<typeof order>[]) {
  const left = [...reads];
  return aServer(({ method }) =>
    method === 'POST' ? accepted : ((left.length > 1 ? left.shift() : left[0]) ?? accepted),
  );
}

describe('waiting for an order', () => {
  it('ends with the completed order', async () => {
    const server = await serverOf(order('IN_PROGRESS'), order('COMPLETED'));
    expect(await aClient(server).lines.block('l-1').completed()).toMatchObject({ id: 'o-1', status: 'COMPLETED' });
  });

  it('lets the server wait', async () => {
    const server = await serverOf(order('COMPLETED'));
    await aClient(server).lines.block('l-1').completed();
    expect(server.requests[1]?.url).toBe('/orders/o-1?waitSeconds=25');
  });

  it('asks a server that cannot wait again and again', async () => {
    const rejected = aProblem(400, 'validation-error', 'validation-error', {
      errors: [{ detail: '`waitSeconds` is unknown.', parameter: 'waitSeconds' }],
    });
    const server = await aServer(({ method, url }, count) =>
      method === 'POST' ? accepted : url.includes('wait') ? rejected : order(count < 5 ? 'PENDING' : 'COMPLETED'),
    );
    await aClient(server).lines.block('l-1').completed();
    expect(server.requests.slice(1).map(({ url }) => url)).toEqual([
      '/orders/o-1?waitSeconds=25',
      '/orders/o-1',
      '/orders/o-1',
      '/orders/o-1',
    ]);
  });

  it.each(['FAILED', 'ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCEL_FAILED'] as const)(
    'throws when the order is %s',
    async (status) => {
      const steps = [
        {
          orderTypeStepCode: 'LINE_BLOCK.SUSPEND_NETWORK',
          error: { code: 'unknown-subscriber', detail: 'Not there.' },
        },
      ];
      const call = aClient(await serverOf(order(status, { steps })))
        .lines.block('l-1')
        .completed();
      await expect(call).rejects.toThrow(OrderFailedError);
      await expect(call).rejects.toMatchObject({
        order: { status },
        message: expect.stringContaining('LINE_BLOCK.SUSPEND_NETWORK failed (unknown-subscriber, Not there.)'),
      });
    },
  );

  it('throws when the order is cancelled', async () => {
    const server = await serverOf(order('CANCELLED', { cancellationReason: 'A mistake.' }));
    const call = aClient(server).lines.block('l-1').completed();
    await expect(call).rejects.toThrow(OrderCancelledError);
    await expect(call).rejects.toThrow('A mistake.');
  });

  it('returns the order whatever its status is, with settled()', async () => {
    const server = await serverOf(order('CANCELLED'));
    expect(await aClient(server).orders.cancel('o-1').settled()).toMatchObject({ status: 'CANCELLED' });
  });

  it('ends after timeoutMs with the order as it was', async () => {
    const server = await serverOf(order('IN_PROGRESS'));
    const call = aClient(server).lines.block('l-1').completed({ timeoutMs: 30 });
    await expect(call).rejects.toThrow(OrderTimeoutError);
    await expect(call).rejects.toMatchObject({ orderId: 'o-1', order: { status: 'IN_PROGRESS' } });
  });

  it("ends with the caller's signal", async () => {
    const controller = new AbortController();
    const server = await serverOf(order('IN_PROGRESS'));
    const options = { signal: controller.signal, onChange: () => controller.abort(new Error('The user left.')) };
    await expect(aClient(server).waitForOrder('o-1', options)).rejects.toThrow('The user left.');
  });

  it('tells each change of the order', async () => {
    const seen: string[] = [];
    const server = await serverOf(order('PENDING'), order('PENDING'), order('IN_PROGRESS'), order('COMPLETED'));
    await aClient(server)
      .lines.block('l-1')
      .settled({ onChange: ({ status }) => seen.push(status) });
    expect(seen).toEqual(['PENDING', 'IN_PROGRESS', 'COMPLETED']);
  });

  it('fails where the response names no order', async () => {
    const server = await aServer(() => ({ body: {} }));
    await expect(aClient(server).lines.block('l-1').completed()).rejects.toThrow('names no order');
  });
});
