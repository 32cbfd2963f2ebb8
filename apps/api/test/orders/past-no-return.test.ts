import { deleteLineRoute } from '@linework/schemas/lines/lines.routes';
import { listOrderTypesRoute } from '@linework/schemas/meta/meta.routes';
import { cancelOrderRoute } from '@linework/schemas/orders/orders.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();

it('a cancel after the point of no return gets 409 conflict', async () => {
  const types = await client.call(listOrderTypesRoute);
  expect(types.body).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({
        code: 'LINE_TERMINATION',
        steps: expect.arrayContaining([expect.objectContaining({ pointOfNoReturn: true })]),
      }),
    ]),
  });
  const line = await anActiveLine(api.db, { brokerId: client.broker.id });
  const placed = await client.call(deleteLineRoute, { params: { id: line.id } });
  const orderId = placed.headers.get('Location')?.split('/').at(-1) ?? '';
  const [step] = (await theOrder(client, orderId)).steps;
  const held = worker.network.hold(`${step?.id}:execute`);
  const working = worker.handleWakeUps();
  await held.arrived;
  expect(await client.call(cancelOrderRoute, { params: { orderId } })).toMatchObject({
    status: 409,
    body: { code: 'past-point-of-no-return' },
  });
  held.release();
  await working;
  expect(await theOrder(client, orderId)).toMatchObject({ status: 'COMPLETED' });
});
