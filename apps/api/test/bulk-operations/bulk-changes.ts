import type { OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import { createBulkOperationRoute } from '@linework/schemas/bulk-operations/create-bulk-operation.route';
import { getBulkOperationRoute } from '@linework/schemas/bulk-operations/get-bulk-operation.route';
import { listBulkItemsRoute } from '@linework/schemas/bulk-operations/list-bulk-items.route';
import { previewBulkOperationRoute } from '@linework/schemas/bulk-operations/preview-bulk-operation.route';
import { aFailedOrder, theOrder } from '../orders/a-failed-order.ts';
import type { TestApi, TestClient } from '../support/test-api.ts';
import { bulkWorker } from './bulk-worker.ts';

export const none = { pending: 0, placed: 0, refused: 0, completed: 0, failed: 0, cancelled: 0 };
export const unknownId = '018f0000-0000-7000-8000-000000000000';
export const reason = 'the network is back';

/** A client that asks for bulk operations on orders. */
export function onChanges<Of extends TestClient>(client: Of) {
  return {
    ...client,
    ask: async (operation: OrderOperation, pick: object) => {
      const answer = await client.call(createBulkOperationRoute, { body: { operation, reason, ...pick } });
      if (answer.status !== 202) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    preview: async (operation: OrderOperation, pick: object) => {
      const answer = await client.call(previewBulkOperationRoute, { body: { operation, ...pick } });
      if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    find: async (id: string) => (await client.call(getBulkOperationRoute, { params: { id } })).body,
    items: async (id: string, query: object = {}) => {
      const answer = await client.call(listBulkItemsRoute, { params: { id }, query: { limit: 100, ...query } });
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      return answer.body.items;
    },
  };
}

/** Clients of brokers, orders of theirs that failed, and a worker that processes bulk operations when it is told to. */
export function bulkChanges(api: TestApi) {
  const worker = bulkWorker(api);
  const aBrokersClient = async () => onChanges(await api.aClient());
  return {
    worker,
    aBrokersClient,
    async failedOrders(client: Awaited<ReturnType<typeof aBrokersClient>>, count: number): Promise<readonly string[]> {
      const ids: string[] = [];
      for (let at = 0; at < count; at += 1) ids.push((await aFailedOrder(api, client, worker)).order.id);
      return ids;
    },
    /** Everything of the bulk operations is processed, and every order carried out. */
    async carryOut(): Promise<void> {
      await worker.placeAll();
      await worker.answerRings();
      await worker.settle();
    },
  };
}

export const statusesOf = async (client: TestClient, ids: readonly string[]) => Promise.all(ids.map(async (id) => (await theOrder(client, id)).status));
