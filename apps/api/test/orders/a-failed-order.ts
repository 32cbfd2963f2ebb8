import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import type { Order } from '@linework/schemas/orders/order';
import { getOrderRoute } from '@linework/schemas/orders/orders.routes';
import { anActiveLine, type TestLine } from '@linework/testing/a-line';
import type { TestApi, TestClient } from '../support/test-api.ts';
import type { TestWorker } from '../support/worker.ts';

type Client = TestClient & { readonly broker: { readonly id: string } };

/** Places an order to block a line of the client's broker. No worker has handled its wake-up yet. */
export async function aPlacedOrder(
  { db }: TestApi,
  client: Client,
): Promise<{ readonly line: TestLine; readonly orderId: string }> {
  const line = await anActiveLine(db, { brokerId: client.broker.id });
  const { headers } = await client.call(blockLineRoute, { params: { id: line.id } });
  return { line, orderId: headers.get('Location')?.split('/').at(-1) ?? '' };
}

/** Places such an order, which the network rejects permanently. */
export async function aFailedOrder(
  api: TestApi,
  client: Client,
  worker: TestWorker,
): Promise<{ readonly line: TestLine; readonly order: Order }> {
  const { line, orderId } = await aPlacedOrder(api, client);
  const { steps } = await theOrder(client, orderId);
  worker.network.failNext(`${steps[0]?.id}:execute`, 'permanent');
  await worker.handleWakeUps();
  return { line, order: await theOrder(client, orderId) };
}

export async function theOrder(client: TestClient, orderId: string): Promise<Order> {
  const found = await client.call(getOrderRoute, { params: { orderId } });
  if (found.status !== 200) throw new Error(`the order returned ${found.status}`);
  return found.body;
}
