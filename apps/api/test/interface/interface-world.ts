import { createBroker } from '@linework/brokers/create-broker';
import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { createLocalOrderQueries } from '@linework/orders/order-queries';
import { createSystemBreaker, noBreakerObserver } from '@linework/systems/breaker/create-system-breaker';
import { createHttpCatalog } from '@linework/systems/catalog/create-http-catalog';
import { createHttpOrderQueries } from '@linework/systems/orders/create-http-order-queries';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { anActiveLine } from '@linework/testing/a-line';
import { aLineWithProducts, aProduct, type ProductOptions } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import { anOffer } from '@linework/testing/an-offer';
import { aFailedOrder, aPlacedOrder } from '../orders/a-failed-order.ts';
import { type PlainRequest, type PlainResponse, send } from '../support/send.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';
import { testWorker } from '../support/worker.ts';
import { createStock, type Stock } from './stock.ts';

type RequestOptions = Omit<PlainRequest, 'path'>;
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

/** The API with the records of one broker, and the functions that send requests. */
export interface InterfaceWorld {
  /** Sends a request. The default header is the broker's key. */
  sendRequest(path: string, more?: RequestOptions): Promise<PlainResponse>;
  /** The same with the key of an operator. */
  sendAsOperator(path: string, more?: RequestOptions): Promise<PlainResponse>;
  /** The same with a key of the broker that has only the scope `lines:read`. */
  sendAsLineReader(path: string, more?: RequestOptions): Promise<PlainResponse>;
  /**
   * Sends a request to another Linework with the same broker. It reads orders and offers from the first one, and has
   * none itself.
   */
  sendToConnected(path: string, more?: RequestOptions): Promise<PlainResponse>;
  readonly keys: { readonly broker: string; readonly operator: string; readonly brokerAtConnected: string };
  /** A holder of the other Linework. */
  readonly connectedHolder: string;
  /** Creates a line for a request that changes it. */
  anActiveLine(): Promise<string>;
  /** Creates a resource with these attributes in the pool of both lists. */
  aResourceWith(attributes: object): Promise<string>;
  /** The search for this order throws an unexpected error. */
  readonly failingOrderId: string;
  readonly ids: Readonly<Record<IdName, string>>;
  /** A subscription for each `changesBehavior`, and a tax receipt of each model. */
  readonly subscriptionIds: readonly string[];
  readonly receiptIds: readonly string[];
  readonly stock: Stock;
  /** Returns the errors that led to a 500 since the last call. */
  takeErrors(): readonly string[];
  close(): Promise<void>;
}

const failingOrderId = '018f0000-0000-7000-8000-00000000dead';
const aTrial = { cycles: 1, endBehavior: 'AUTO_ACTIVATE', endsAt: new Date('2030-01-01T03:00:00Z') };
const prepaid: ProductOptions = {
  billingType: 'PREPAID',
  recurrence: 'SPOT',
  features: [{ icon: 'wifi', name: '5G' }],
};

/** Starts an API with a new database and a record of each kind of the interface. */
export async function openInterfaceWorld(): Promise<InterfaceWorld> {
  const api: TestApi = await startTestApi({
    deps: {
      orderQueries: {
        findOrder(request) {
          if (request.orderId === failingOrderId) throw new TypeError('an error of the test');
          return createLocalOrderQueries(api.db).findOrder(request);
        },
        listOrders: (caller, filters) => createLocalOrderQueries(api.db).listOrders(caller, filters),
      },
    },
  });
  const client = await api.aClient();
  const brokerId = client.broker.id;
  const readerOfLines = await api.aClient({ broker: client.broker, scopes: ['lines:read'] });
  const operator = await api.anOperatorsClient();
  const connected = await startConnectedLinework(api);
  await createBroker(connected.db, client.broker);
  const connectedClient = await connected.aClient({ broker: client.broker });
  const [failed, placed] = [await aFailedOrder(api, client, testWorker(api)), await aPlacedOrder(api, client)];
  const stock = await createStock(api.db, [brokerId, (await aBroker(api.db)).id, (await aBroker(api.db)).id]);
  const withProducts = await aLineWithProducts(api.db, [aProduct(prepaid)], { brokerId });
  const { plan, versionId } = await anOffer(api.db, { brokerId });
  const { welcome } = await anOffer(api.db, { brokerId, welcome: { scope: 'OFFER' } });
  const later = {
    scheduledPauseAt: new Date('2030-01-01T03:00:00Z'),
    scheduledCancelAt: new Date('2030-02-01T03:00:00Z'),
    endDate: new Date('2030-03-01T03:00:00Z'),
  };
  const subscriptionOptions = { brokerId, products: [plan], discounts: [welcome], trial: aTrial, ...later };
  const subscriptionIds: string[] = [];
  for (const changesBehavior of ['IMMEDIATE_WITH_PRORATE', 'NEXT_CYCLE', 'NO_CHANGES']) {
    subscriptionIds.push((await aSubscription(api.db, 'ACTIVE', { ...subscriptionOptions, changesBehavior })).id);
  }
  const before = {
    externalCode: 'S-1',
    lastPausedAt: new Date('2026-01-01T03:00:00Z'),
    lastResumedAt: new Date('2026-01-02T03:00:00Z'),
  };
  await api.db.prisma.subscription.update({ where: { id: subscriptionIds[0] ?? '' }, data: before });
  const ended = await aSubscription(api.db, 'CANCELLED', { brokerId, trial: aTrial });
  const receipt = await aTaxReceipt(api.db, 'ACTIVE', { brokerId });
  const drafts = [
    await aTaxReceipt(api.db, 'DRAFT', { brokerId, documentModel: '22' }),
    await aTaxReceipt(api.db, 'DRAFT', { brokerId, documentModel: '62' }),
  ];
  const sendWith =
    ({ port }: TestApi, key: string) =>
    (path: string, { headers, ...more }: RequestOptions = {}) =>
      send(port, { path, headers: headers ?? { 'X-API-Key': key }, ...more });
  return {
    sendRequest: sendWith(api, client.key),
    sendAsOperator: sendWith(api, operator.key),
    sendAsLineReader: sendWith(api, readerOfLines.key),
    sendToConnected: sendWith(connected, connectedClient.key),
    keys: { broker: client.key, operator: operator.key, brokerAtConnected: connectedClient.key },
    connectedHolder: (await aHolder(connected.db, { brokerId })).id,
    anActiveLine: async () => (await anActiveLine(api.db, { brokerId })).id,
    aResourceWith: (attributes) => stock.add(attributes),
    failingOrderId,
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
    takeErrors: () => api.errors.splice(0),
    async close() {
      await connected.close();
      await api.close();
    },
  };
}

/** Starts a Linework that reads orders and offers from another one. */
async function startConnectedLinework(service: TestApi): Promise<TestApi> {
  const { key } = await service.anOperatorsClient(['orders:read', 'catalog:read']);
  const to = { url: service.url, key, timeoutMs: 60_000 };
  const breakerOf = (system: string) => createSystemBreaker({ system, observer: noBreakerObserver });
  return startTestApi({
    deps: {
      orderQueries: createHttpOrderQueries({ ...to, breaker: breakerOf('orders'), ownKeys: async () => new Set() }),
      catalog: createHttpCatalog({ ...to, breaker: breakerOf('catalog') }),
    },
  });
}
