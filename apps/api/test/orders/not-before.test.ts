import { blockLineRoute, deleteLineRoute, getLineRoute, unblockLineRoute } from '@linework/schemas/lines/lines.routes';
import { cancelOrderRoute, previewOrderRoute } from '@linework/schemas/orders/orders.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const aLine = () => anActiveLine(api.db, { brokerId: client.broker.id });
const block = (id: string, notBefore: string) => client.call(blockLineRoute, { params: { id }, query: { notBefore } });
const statusOf = async (id: string) => (await client.call(getLineRoute, { params: { id } })).body;

async function aWaitingBlock() {
  const [line, notBefore] = [await aLine(), inDays(7)];
  const response = await block(line.id, notBefore);
  return { line, notBefore, response, orderId: response.headers.get('Location')?.split('/').at(-1) ?? '' };
}

describe('an operation with notBefore', () => {
  it('places a scheduled order and does not change the line', async () => {
    const { line, notBefore, response, orderId } = await aWaitingBlock();
    expect(response).toMatchObject({ status: 200, body: { id: line.id, status: 'ACTIVE' } });
    expect(api.wakeUps).toEqual([]);
    expect(await theOrder(client, orderId)).toMatchObject({ status: 'PENDING', metadata: { notBefore }, input: {} });
  });

  it('excludes other orders on the line and names the order in the conflict', async () => {
    const { line, orderId } = await aWaitingBlock();
    for (const route of [blockLineRoute, deleteLineRoute, unblockLineRoute]) {
      expect(await client.call(route, { params: { id: line.id } })).toMatchObject({
        status: 409,
        body: { code: 'open-order', orderId },
      });
    }
  });

  it('can be cancelled, and then the line accepts other orders', async () => {
    const { line, orderId } = await aWaitingBlock();
    expect(await client.call(cancelOrderRoute, { params: { orderId } })).toMatchObject({
      status: 202,
      body: { status: 'CANCELLED' },
    });
    expect(await statusOf(line.id)).toMatchObject({ status: 'ACTIVE' });
    expect((await client.call(deleteLineRoute, { params: { id: line.id } })).status).toBe(202);
    await worker.handleWakeUps();
  });

  it('in the past executes the order now', async () => {
    const line = await aLine();
    expect(await block(line.id, inDays(-1))).toMatchObject({ status: 200, body: { status: 'BLOCKING' } });
    await worker.handleWakeUps();
    expect(await statusOf(line.id)).toMatchObject({ status: 'BLOCKED' });
  });

  it('can be previewed without a change', async () => {
    const line = await aLine();
    const [before, notBefore] = [await readDatabaseState(api.db), inDays(1)];
    const response = await client.call(previewOrderRoute, { body: { type: 'LINE_BLOCK', lineId: line.id, notBefore } });
    expect(response).toMatchObject({ status: 200, body: { type: 'LINE_BLOCK', metadata: { notBefore } } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it.each([
    ['more than a year ahead', inDays(367)],
    ['without an offset', '2026-12-01T00:00:00'],
    ['no time', 'tomorrow'],
  ])('that is %s is rejected', async (_what, notBefore) => {
    const line = await aLine();
    expect(await block(line.id, notBefore)).toMatchObject({
      status: 400,
      body: { errors: [{ parameter: 'notBefore' }] },
    });
    expect(await statusOf(line.id)).toMatchObject({ status: 'ACTIVE' });
  });
});
