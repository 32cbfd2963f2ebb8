import { order as orderSchema } from '@linework/schemas/orders/order';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { aFailedOrder, aPlacedOrder, theOrder } from './a-failed-order.ts';

const api = await startTestApi();
afterAll(() => api.close());
const worker = testWorker(api);
const client = await api.aClient();

const members = [
  'brokerId',
  'cancellationReason',
  'correlationId',
  'createdAt',
  'externalCode',
  'failure',
  'id',
  'input',
  'metadata',
  'resource',
  'status',
  'steps',
  'type',
  'updatedAt',
];
const stepMembers = [
  'actionCode',
  'attempt',
  'error',
  'failedAt',
  'finishedAt',
  'id',
  'orderTypeStepCode',
  'startedAt',
  'status',
];

describe('getting an order', () => {
  it('returns all members and no others before the first step', async () => {
    const order = await theOrder(client, (await aPlacedOrder(api, client)).orderId);
    expect(Object.keys(order).toSorted()).toEqual(members);
    expect(order.steps.map((step) => Object.keys(step).toSorted())).toEqual([stepMembers, stepMembers]);
    expect(order).toMatchObject({ status: 'PENDING', cancellationReason: null, failure: null });
  });

  it('returns the same members after it has completed', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    await worker.handleWakeUps();
    const order = orderSchema.parse(await theOrder(client, orderId));
    expect(Object.keys(order).toSorted()).toEqual(members);
    expect(order).toMatchObject({
      status: 'COMPLETED',
      failure: null,
      steps: [
        { status: 'SUCCESS', attempt: 1, error: null, failedAt: null, finishedAt: expect.any(String) },
        { status: 'SUCCESS' },
      ],
    });
  });

  it('returns the time of a failure and the pending steps', async () => {
    const { order } = await aFailedOrder(api, client, worker);
    expect(Object.keys(order).toSorted()).toEqual(members);
    expect(order).toMatchObject({
      status: 'FAILED',
      steps: [
        { status: 'FAILED', error: { code: 'unknown-subscriber' }, failedAt: expect.any(String) },
        { status: 'PENDING' },
      ],
    });
    expect(order.failure).toEqual({ failedAt: expect.any(String), pendingSteps: order.steps });
  });

  it('returns the same to an operator', async () => {
    const { orderId } = await aPlacedOrder(api, client);
    expect(await theOrder(await api.anOperatorsClient(), orderId)).toEqual(await theOrder(client, orderId));
  });
});
