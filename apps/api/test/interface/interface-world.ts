import { createBroker } from '@linework/domain/brokers/create-broker';
import { createLocalOrderQueries } from '@linework/domain/orders/order-queries';
import { createSystemBreaker, noBreakerObserver } from '@linework/systems/breaker/create-system-breaker';
import { createHttpCatalog } from '@linework/systems/catalog/create-http-catalog';
import { createHttpOrderQueries } from '@linework/systems/orders/create-http-order-queries';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { anActiveLine } from '@linework/testing/a-line';
import { aLineWithProducts, aProduct, type ProductOptions } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import { aTaxReceipt } from '@linework/testing/a-tax-receipt';
import { anOffer } from '@linework/testing/an-offer';
import { aFailedOrder, aPlacedOrder } from '../orders/a-failed-order.ts';
import { type PlainAnswer, type PlainRequest, send } from '../support/send.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { makeStock, type Stock } from './stock.ts';

type Asked = Omit<PlainRequest, 'path'>;
type IdName =
  | 'brokerId'
  | 'orderId'
  | 'failedOrderId'
  | 'subscriptionId'
  | 'endedSubscriptionId'
  | 'poolId'
  | 'receiptId'
  | 'lineId'
  | 'productId'
  | 'offerVersionId';

/** What the requests are about: records of one broker, and what its key may ask. */
export interface InterfaceWorld {
  /** Sends a request with the broker's key, unless other headers say otherwise. */
  ask(path: string, more?: Asked): Promise<PlainAnswer>;
  /** The same with the key of an operator, who sees every broker. */
  askAsOperator(path: string, more?: Asked): Promise<PlainAnswer>;
  /** The same with a key of the broker that may only read lines. */
  askAsReaderOfLines(path: string, more?: Asked): Promise<PlainAnswer>;
  /** Asks another Linework, for the same broker. It looks up orders and offers in the first one, and has no order or offer of its own. */
  askInFront(path: string, more?: Asked): Promise<PlainAnswer>;
  readonly keys: { readonly broker: string; readonly operator: string; readonly brokerInFront: string };
  /** A holder that the other Linework has. */
  readonly holderInFront: string;
  /** A line of its own for a request that changes it. */
  anActiveLine(): Promise<string>;
  /** Looking for this order fails as a defect does. */
  readonly orderOfADefect: string;
  readonly ids: Readonly<Record<IdName, string>>;
  /** A subscription for each way in which changes are made, and a tax receipt of each model. */
  readonly subscriptionIds: readonly string[];
  readonly receiptIds: readonly string[];
  readonly stock: Stock;
  /** What was answered with a bare 500, since it was last asked. */
  defects(): readonly string[];
  close(): Promise<void>;
}

const orderOfADefect = '018f0000-0000-7000-8000-00000000dead';
const aTrial = { cycles: 1, endBehavior: 'AUTO_ACTIVATE', endsAt: new Date('2030-01-01T03:00:00Z') };
const prepaid: ProductOptions = { billingType: 'PREPAID', recurrence: 'SPOT', features: [{ icon: 'wifi', name: '5G' }] };

/** An API on a database of its own, with a record of each kind that the interface shows. */
export async function openInterfaceWorld(): Promise<InterfaceWorld> {
  const api: TestApi = await startTestApi({
    deps: {
      orderQueries: {
        findOrder(asked) {
          if (asked.orderId === orderOfADefect) throw new TypeError('a defect of the test');
          return createLocalOrderQueries(api.db).findOrder(asked);
        },
        listOrders: (caller, filters) => createLocalOrderQueries(api.db).listOrders(caller, filters),
      },
    },
  });
  const client = await api.aClient();
  const brokerId = client.broker.id;
  const readerOfLines = await api.aClient({ broker: client.broker, scopes: ['lines:read'] });
  const operator = await api.anOperatorsClient();
  const front = await aLineworkInFront(api);
  await createBroker(front.db, client.broker);
  const inFront = await front.aClient({ broker: client.broker });
  const [failed, placed] = [await aFailedOrder(api, client, testWorker(api)), await aPlacedOrder(api, client)];
  const stock = await makeStock(api.db, [brokerId, (await aBroker(api.db)).id, (await aBroker(api.db)).id]);
  const withProducts = await aLineWithProducts(api.db, [aProduct(prepaid)], { brokerId });
  const { plan, versionId } = await anOffer(api.db, { brokerId });
  const { welcome } = await anOffer(api.db, { brokerId, welcome: { scope: 'OFFER' } });
  const sold = { brokerId, products: [plan], discounts: [welcome], trial: aTrial };
  const subscriptionIds: string[] = [];
  for (const changesBehavior of ['IMMEDIATE_WITH_PRORATE', 'NEXT_CYCLE', 'NO_CHANGES']) {
    subscriptionIds.push((await aSubscription(api.db, 'ACTIVE', { ...sold, changesBehavior })).id);
  }
  const ended = await aSubscription(api.db, 'CANCELLED', { brokerId, trial: aTrial });
  const receipt = await aTaxReceipt(api.db, 'ACTIVE', { brokerId });
  const drafts = [await aTaxReceipt(api.db, 'DRAFT', { brokerId, documentModel: '22' }), await aTaxReceipt(api.db, 'DRAFT', { brokerId, documentModel: '62' })];
  const asking =
    ({ port }: TestApi, key: string) =>
    (path: string, { headers, ...more }: Asked = {}) =>
      send(port, { path, headers: headers ?? { 'X-API-Key': key }, ...more });
  return {
    ask: asking(api, client.key),
    askAsOperator: asking(api, operator.key),
    askAsReaderOfLines: asking(api, readerOfLines.key),
    askInFront: asking(front, inFront.key),
    keys: { broker: client.key, operator: operator.key, brokerInFront: inFront.key },
    holderInFront: (await aHolder(front.db, { brokerId })).id,
    anActiveLine: async () => (await anActiveLine(api.db, { brokerId })).id,
    orderOfADefect,
    ids: {
      brokerId,
      orderId: placed.orderId,
      failedOrderId: failed.order.id,
      subscriptionId: subscriptionIds[0] ?? '',
      endedSubscriptionId: ended.id,
      poolId: stock.poolId,
      receiptId: receipt.id,
      lineId: withProducts.id,
      productId: withProducts.products[0]?.id ?? '',
      offerVersionId: versionId,
    },
    subscriptionIds,
    receiptIds: [receipt, ...drafts].map(({ id }) => id),
    stock,
    defects: () => api.defects.splice(0),
    async close() {
      await front.close();
      await api.close();
    },
  };
}

/** A Linework that looks up orders and offers in another. */
async function aLineworkInFront(service: TestApi): Promise<TestApi> {
  const { key } = await service.anOperatorsClient(['orders:read', 'catalog:read']);
  const to = { url: service.url, key, timeoutMs: 5_000 };
  const breakerOf = (system: string) => createSystemBreaker({ system, observer: noBreakerObserver });
  return startTestApi({
    deps: {
      orderQueries: createHttpOrderQueries({ ...to, breaker: breakerOf('orders'), ownKeys: async () => new Set() }),
      catalog: createHttpCatalog({ ...to, breaker: breakerOf('catalog') }),
    },
  });
}
