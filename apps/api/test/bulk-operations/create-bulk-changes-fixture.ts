import type { OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';
import {
  createBulkOperationRoute,
  getBulkOperationRoute,
  listBulkItemsRoute,
  previewBulkOperationRoute,
} from '@linework/schemas/bulk-operations/bulk-operations.routes';
import { aFailedOrder, theOrder } from '../orders/a-failed-order.ts';
import type { TestApi, TestClient } from '../support/test-api.ts';
import { createBulkWorker } from './create-bulk-worker.ts';

export const zeroCounts = { pending: 0, placed: 0, refused: 0, completed: 0, failed: 0, cancelled: 0 };
export const unknownId = '018f0000-0000-7000-8000-000000000000';
export const reason = 'the network is available again';

/** A client that requests bulk operations on orders. */
export function createBulkChangesClient<Of extends TestClient>(client: Of) {
  return {
    ...client,
    create: async (operation: OrderOperation, selection: object) => {
      const response = await client.call(createBulkOperationRoute, { body: { operation, reason, ...selection } });
      if (response.status !== 202)
        throw new Error(`the bulk operation returned ${response.status}: ${JSON.stringify(response.body)}`);
      return response.body;
    },
    preview: async (operation: OrderOperation, selection: object) => {
      const response = await client.call(previewBulkOperationRoute, { body: { operation, ...selection } });
      if (response.status !== 200)
        throw new Error(`the bulk operation returned ${response.status}: ${JSON.stringify(response.body)}`);
      return response.body;
    },
    find: async (id: string) => (await client.call(getBulkOperationRoute, { params: { id } })).body,
    items: async (id: string, query: object = {}) => {
      const response = await client.call(listBulkItemsRoute, { params: { id }, query: { limit: 100, ...query } });
      if (response.status !== 200) throw new Error(`the request returned ${response.status}`);
      return response.body.items;
    },
  };
}

/** Clients of brokers, their failed orders, and a worker that processes bulk operations on request. */
export function createBulkChangesFixture(api: TestApi) {
  const worker = createBulkWorker(api);
  const aBrokersClient = async () => createBulkChangesClient(await api.aClient());
  return {
    worker,
    aBrokersClient,
    async failedOrders(client: Awaited<ReturnType<typeof aBrokersClient>>, count: number): Promise<readonly string[]> {
      const ids: string[] = [];
      for (let at = 0; at < count; at += 1) ids.push((await aFailedOrder(api, client, worker)).order.id);
      return ids;
    },
    /** Processes all items of the bulk operations, until every order has settled. */
    async runAll(): Promise<void> {
      await worker.placeAll();
      await worker.handleWakeUps();
      await worker.settle();
    },
  };
}

export const listStatuses = async (client: TestClient, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await theOrder(client, id)).status));
