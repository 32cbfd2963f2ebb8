import { anActiveLine } from '@linework/testing/a-line';
import { aLineWithProducts, aProduct } from '@linework/testing/a-line-with-products';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { aTaxReceipt } from '@linework/testing/a-tax-receipt';
import { anOffer } from '@linework/testing/an-offer';
import { aFailedOrder, aPlacedOrder } from '../orders/a-failed-order.ts';
import { type PlainAnswer, type PlainRequest, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';

/** What the requests are about: records of one broker, and what its key may ask. */
export interface InterfaceWorld {
  /** Sends a request with the broker's key, unless other headers say otherwise. */
  ask(path: string, more?: Omit<PlainRequest, 'path'>): Promise<PlainAnswer>;
  /** A line of its own for a request that changes it. */
  anActiveLine(): Promise<string>;
  readonly ids: Readonly<
    Record<
      'brokerId' | 'orderId' | 'failedOrderId' | 'subscriptionId' | 'endedSubscriptionId' | 'poolId' | 'typeId' | 'receiptId' | 'lineId' | 'productId',
      string
    >
  >;
  /** Those of the pool, all of which have the tier of their place. */
  readonly codes: readonly string[];
  close(): Promise<void>;
}

/** How many resources lie in the pool: more than fit on a page. */
export const poolSize = 105;

/** An API on a database of its own, with a record of each kind that the interface shows. */
export async function openInterfaceWorld(): Promise<InterfaceWorld> {
  const api = await startTestApi();
  const client = await api.aClient();
  const brokerId = client.broker.id;
  const [failed, placed] = [await aFailedOrder(api, client, testWorker(api)), await aPlacedOrder(api, client)];
  const pool = await aPool(api.db, {
    brokerId,
    count: poolSize,
    attributes: Array.from({ length: poolSize }, (_, at) => ({ tier: at < 5 ? 'gold' : 'plain' })),
  });
  await aPool(api.db, { brokerId, type: 'SIM', count: 1 });
  const codes = (await api.db.prisma.resource.findMany({ where: { poolId: pool.id }, orderBy: { externalCode: 'asc' } })).map(
    ({ externalCode }) => externalCode,
  );
  const withProducts = await aLineWithProducts(api.db, [aProduct()], { brokerId });
  const offer = await anOffer(api.db, { brokerId });
  const subscription = await aSubscription(api.db, 'ACTIVE', { brokerId, products: [offer.plan], discounts: [offer.welcome], trial: aTrial });
  const ended = await aSubscription(api.db, 'CANCELLED', { brokerId, trial: aTrial });
  const receipt = await aTaxReceipt(api.db, 'ACTIVE', { brokerId });
  return {
    ask: (path, { headers, ...more } = {}) => send(api.port, { path, headers: headers ?? { 'X-API-Key': client.key }, ...more }),
    anActiveLine: async () => (await anActiveLine(api.db, { brokerId })).id,
    ids: {
      brokerId,
      orderId: placed.orderId,
      failedOrderId: failed.order.id,
      subscriptionId: subscription.id,
      endedSubscriptionId: ended.id,
      poolId: pool.id,
      typeId: pool.typeId,
      receiptId: receipt.id,
      lineId: withProducts.id,
      productId: withProducts.products[0]?.id ?? '',
    },
    codes,
    close: () => api.close(),
  };
}

const aTrial = { cycles: 1, endBehavior: 'AUTO_ACTIVATE', endsAt: new Date('2030-01-01T03:00:00Z') };
