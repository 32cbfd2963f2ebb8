import {
  blockLineRoute,
  changeLineRoute,
  deleteLineRoute,
  unblockLineRoute,
} from '@linework/schemas/lines/lines.routes';
import { cancelOrderRoute, retryOrderRoute, rollbackOrderRoute } from '@linework/schemas/orders/orders.routes';
import { aLine, anActiveLine } from '@linework/testing/a-line';
import { runsOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import { aFailedOrder, aPlacedOrder, theOrder } from '../orders/a-failed-order.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

takesLong('many-cases');

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const worker = testWorker(api);

interface WithStatus {
  readonly status: number;
}

/** Returns the number of accepted requests, and the statuses of the others. */
async function runConcurrently(...requests: readonly Promise<WithStatus>[]) {
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  return {
    accepted: statuses.filter((status) => status < 300).length,
    others: statuses.filter((status) => status >= 300),
  };
}

async function ordersOf(lineId: string): Promise<number> {
  const { rowCount } = await api.db.pool.query('SELECT FROM orders WHERE line_id = $1', [lineId]);
  return rowCount ?? 0;
}

describe('concurrent requests', () => {
  it('to block and to delete one line: exactly one is accepted in each of 200 rounds, with and without a key', async () => {
    for (let round = 0; round < runsOf(200); round += 1) {
      const { id } = await anActiveLine(api.db, { brokerId: client.broker.id });
      const keyed = (name: string) => (round % 2 === 0 ? {} : { headers: { 'Idempotency-Key': `${name}-${round}` } });
      const block = () => client.call(blockLineRoute, { params: { id }, ...keyed('block') });
      const remove = () => client.call(deleteLineRoute, { params: { id }, ...keyed('delete') });
      const outcome =
        round % 4 < 2 ? await runConcurrently(block(), remove()) : await runConcurrently(remove(), block());
      expect(outcome, `round ${round}`).toEqual({ accepted: 1, others: [409] });
      expect(await ordersOf(id)).toBe(1);
    }
  });

  it('to unblock and to delete one line: exactly one is accepted', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await aLine(api.db, 'BLOCKED', { brokerId: client.broker.id });
      const outcome = await runConcurrently(
        client.call(unblockLineRoute, { params: { id } }),
        client.call(deleteLineRoute, { params: { id } }),
      );
      expect(outcome).toEqual({ accepted: 1, others: [409] });
    }
  });

  it('to cancel one order ten times: exactly one is accepted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { orderId } = await aPlacedOrder(api, client);
      const requests = Array.from({ length: 10 }, () => client.call(cancelOrderRoute, { params: { orderId } }));
      expect(await runConcurrently(...requests)).toEqual({ accepted: 1, others: Array.from({ length: 9 }, () => 409) });
    }
  });

  it('to retry a failed order, to roll it back, and for another order on its line: exactly one is accepted', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { line, order } = await aFailedOrder(api, client, worker);
      const params = { orderId: order.id };
      const outcome = await runConcurrently(
        client.call(retryOrderRoute, { params }),
        client.call(rollbackOrderRoute, { params }),
        client.call(blockLineRoute, { params: { id: line.id } }),
      );
      expect(outcome, `round ${round}`).toEqual({ accepted: 1, others: [409, 409] });
    }
  });

  it('to cancel an order while a worker acquires it: it is cancelled, or completed and the cancel is rejected', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { orderId } = await aPlacedOrder(api, client);
      const [response] = await Promise.all([
        client.call(cancelOrderRoute, { params: { orderId } }),
        worker.handleWakeUps(),
      ]);
      await worker.handleWakeUps();
      const { status } = await theOrder(client, orderId);
      expect([response.status, status], `round ${round}`).toEqual(
        response.status === 202 ? [202, 'CANCELLED'] : [409, 'COMPLETED'],
      );
    }
  });

  it('to set one external code for two lines: exactly one gets it', async () => {
    for (let round = 0; round < 20; round += 1) {
      const lines = await Promise.all([1, 2].map(() => anActiveLine(api.db, { brokerId: client.broker.id })));
      const requests = lines.map(({ id }) =>
        client.call(changeLineRoute, { params: { id }, body: { externalCode: `code ${round}` } }),
      );
      expect(await runConcurrently(...requests)).toEqual({ accepted: 1, others: [409] });
    }
  });
});
