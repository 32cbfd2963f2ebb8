import { randomUUID } from 'node:crypto';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import type { Route } from '@linework/http/define-route';
import type { TestBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aLine } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aRange } from '@linework/testing/a-range';
import { aRefund } from '@linework/testing/a-refund';
import { aSubscription } from '@linework/testing/a-subscription';
import { v7 as newId } from 'uuid';
import { aBulkOperationOfEachKind } from '../bulk-operations/a-bulk-operation.ts';
import { anOfferNamedLikeItsVersion } from '../catalog/an-offer-named-like-its-version.ts';
import { aReservationOfEachStatus } from '../inventory/a-reservation.ts';
import { anInvoiceOfEachStatus } from '../invoices/an-invoice-of-each-status.ts';
import { aFailedOrder, aPlacedOrder } from '../orders/a-failed-order.ts';
import { aPaymentMethodOfEachStatus, aPaymentOfEachStatus } from '../payments/a-payment-of-each-status.ts';
import { aPortInOfEachStatus, aPortOutOfEachStatus } from '../portability/a-port-in-of-each-status.ts';
import { aReceiptOfEachStatus } from '../tax-receipts/a-receipt-of-each-status.ts';
import { anUnansweredCall } from '../unanswered-calls/an-unanswered-call.ts';
import { aLineNamedLikeItsProduct } from '../usage/a-line-named-like-its-product.ts';
import { aWebhookDelivery, aWebhookEndpointOfEachStatus } from '../webhooks/a-webhook-endpoint.ts';
import type { TestApi } from './test-api.ts';
import { testWorker } from './worker.ts';

/** Records of one broker of each kind that a path or a filter can name, in each status that allows a request. */
export interface Records {
  readonly broker: TestBroker;
  /** The broker itself. */
  readonly brokerIds: readonly string[];
  readonly lineIds: readonly string[];
  /** The number of a line. */
  readonly numbers: readonly string[];
  readonly orderIds: readonly string[];
  readonly bulkIds: readonly string[];
  readonly unansweredCallIds: readonly string[];
  readonly apiKeyIds: readonly string[];
  readonly pauseIds: readonly string[];
  readonly incidentIds: readonly string[];
  /** A person of the broker. */
  readonly operatorIds: readonly string[];
  /** A role of the broker. */
  readonly roleIds: readonly string[];
  /** A view that a person shares, who belongs to no broker. */
  readonly savedViewIds: readonly string[];
  readonly holderIds: readonly string[];
  readonly legalHoldIds: readonly string[];
  readonly poolIds: readonly string[];
  /** Each is the id of an offer and also of one of its versions. */
  readonly offerIds: readonly string[];
  readonly resourceIds: readonly string[];
  readonly rangeIds: readonly string[];
  /** A range in the registry of all cells, which belongs to no broker of this one. */
  readonly registeredRangeIds: readonly string[];
  readonly reservationIds: readonly string[];
  readonly taxReceiptIds: readonly string[];
  readonly supplierIds: readonly string[];
  /**
   * Each is the id of a line and also of one of its products, because the suites use one id for all parameters of a
   * path.
   */
  readonly lineProductIds: readonly string[];
  readonly paymentMethodIds: readonly string[];
  readonly paymentIds: readonly string[];
  readonly refundIds: readonly string[];
  readonly serialNumberIds: readonly string[];
  readonly invoiceIds: readonly string[];
  readonly portInIds: readonly string[];
  readonly portOutIds: readonly string[];
  readonly subscriptionIds: readonly string[];
  readonly webhookEndpointIds: readonly string[];
  readonly webhookDeliveryIds: readonly string[];
  readonly eventIds: readonly string[];
  /** One in each status that allows a request. */
  readonly moveInIds: readonly string[];
  /** Open ones, each of a line of its own. */
  readonly driftIds: readonly string[];
}

export async function recordsOfABroker(api: TestApi): Promise<Records> {
  const client = await api.aClient();
  const { id: brokerId } = client.broker;
  const holder = await aHolder(api.db, { brokerId });
  const lines = await Promise.all(
    (['ACTIVE', 'STAND_BY', 'BLOCKED', 'TERMINATED'] as const).map((status) =>
      aLine(api.db, status, { brokerId, holderId: holder.id }),
    ),
  );
  const failed = await aFailedOrder(api, client, testWorker(api));
  const placed = await aPlacedOrder(api, client);
  const { id: apiKeyId } = await createApiKey(api.db, { name: 'of a broker', brokerId, scopes: ['lines:read'] });
  const { id: operatorId } = await api.db.prisma.operator.create({
    data: { id: newId(), name: `of ${brokerId}`, role: 'viewer', brokerId },
  });
  const pool = await aPool(api.db, { brokerId, count: 2, attributes: [{ tier: brokerId }, { tier: brokerId }] });
  const emptyPool = await aPool(api.db, { brokerId });
  const reservations = await aReservationOfEachStatus(api, brokerId);
  const range = await aRange(api.db, { brokerId, kind: 'MSISDN', ...nextBlock() });
  const payments = await aPaymentOfEachStatus(api, brokerId);
  const invoices = await anInvoiceOfEachStatus(api, brokerId);
  const subscriptions = await Promise.all(
    (['DRAFT', 'ACTIVE', 'PAUSED', 'CANCELLED'] as const).map((status) => aSubscription(api.db, status, { brokerId })),
  );
  const receipts = await aReceiptOfEachStatus(api, brokerId);
  const refunds = await Promise.all(
    (['PENDING', 'COMPLETED'] as const).map((status) => aRefund(api.db, status, { brokerId })),
  );
  const webhookEndpointIds = await aWebhookEndpointOfEachStatus(api, brokerId);
  const webhookDeliveryIds = [await aWebhookDelivery(api, { brokerId, endpointId: webhookEndpointIds[0] ?? '' })];
  await assignAllEventPositions(api.db);
  const event = await api.db.prisma.event.findFirstOrThrow({ where: { brokerId } });
  api.wakeUps.splice(0);
  return {
    broker: client.broker,
    brokerIds: [client.broker.id],
    lineIds: lines.map(({ id }) => id),
    numbers: [(await aLineWithResources(api.db, 'ACTIVE', { brokerId })).msisdn],
    bulkIds: await aBulkOperationOfEachKind(api, brokerId),
    unansweredCallIds: [await anUnansweredCall(api.db, { brokerId, kind: 'payment', recordId: payments[0]?.id ?? '' })],
    orderIds: [placed.orderId, failed.order.id],
    apiKeyIds: [apiKeyId],
    pauseIds: [await anEndedPause(api)],
    incidentIds: [await anIncident(api)],
    operatorIds: [operatorId],
    roleIds: [await aRole(api, brokerId)],
    savedViewIds: [await aSharedView(api, operatorId)],
    holderIds: [holder.id],
    legalHoldIds: [await aLegalHold(api, { brokerId, customerId: holder.id })],
    poolIds: [pool.id, emptyPool.id],
    offerIds: [await anOfferNamedLikeItsVersion(api, brokerId)],
    resourceIds: pool.resourceIds,
    rangeIds: [range.id],
    registeredRangeIds: [await aRegisteredRange(api, brokerId)],
    reservationIds: reservations.map(({ id }) => id),
    taxReceiptIds: receipts.map(({ id }) => id),
    supplierIds: receipts.slice(0, 1).map(({ supplierId }) => supplierId),
    lineProductIds: [await aLineNamedLikeItsProduct(api, brokerId)],
    portInIds: await aPortInOfEachStatus(api, brokerId),
    portOutIds: await aPortOutOfEachStatus(api, brokerId),
    paymentMethodIds: await aPaymentMethodOfEachStatus(api, brokerId),
    paymentIds: payments.map(({ id }) => id),
    refundIds: refunds.map(({ id }) => id),
    serialNumberIds: receipts.flatMap(({ serialNumberId }) => serialNumberId ?? []).slice(0, 1),
    invoiceIds: [...payments.map(({ invoiceId }) => invoiceId), ...invoices.map(({ id }) => id)],
    subscriptionIds: subscriptions.map(({ id }) => id),
    webhookEndpointIds,
    webhookDeliveryIds,
    eventIds: [event.id],
    moveInIds: await aMoveInOfEachStatus(api, brokerId),
    driftIds: await someDrifts(api, brokerId),
  };
}

/** A pause that has ended, so that it stops no order of the suite. */
async function anEndedPause({ db }: TestApi): Promise<string> {
  const pause = {
    id: randomUUID(),
    kind: 'system',
    target: 'network',
    reason: 'over',
    keyId: randomUUID(),
    endedAt: new Date(),
  };
  return (await db.prisma.pause.create({ data: pause })).id;
}

/** One that is lifted, so that it prevents no erasure of the suite. */
async function aLegalHold(
  { db }: TestApi,
  on: { readonly brokerId: string; readonly customerId: string },
): Promise<string> {
  const placed = { ...on, reason: 'over', placedBy: 'broker', keyId: randomUUID() };
  const lifted = { liftedAt: new Date(), liftedById: randomUUID(), liftReason: 'over' };
  return (await db.prisma.legalHold.create({ data: { id: newId(), ...placed, ...lifted } })).id;
}

/** The orders of all brokers share their incidents. */
async function anIncident({ db }: TestApi): Promise<string> {
  const key = { type: 'LINE_BLOCK', step: 'LINE_BLOCK.SUSPEND_NETWORK', errorCode: 'network-timeout' };
  const note = 'The HLR is being restarted. Do not retry before 04:00.';
  const noted = { note, notedBy: randomUUID(), notedAt: new Date() };
  const where = { errorCode_step_type: key };
  return (await db.prisma.incident.upsert({ where, create: { ...key, ...noted }, update: {} })).id;
}

async function aMoveInOfEachStatus({ db }: TestApi, brokerId: string): Promise<readonly string[]> {
  const { id: numberPoolId } = await aPool(db, { brokerId });
  const { id: simPoolId } = await aPool(db, { brokerId, type: 'SIM' });
  const ids = ['OPEN', 'CHECKED', 'CHECKED', 'ADOPTED'].map((status) => ({ id: newId(), status }));
  const common = { brokerId, numberPoolId, simPoolId, callsPerSecond: 50, keyId: randomUUID() };
  for (const { id, status } of ids) {
    await db.prisma.moveIn.create({ data: { id, ...common } });
    // The statuses between are those of the worker.
    for (const next of statusPaths[status] ?? [])
      await db.prisma.moveIn.update({ where: { id }, data: { status: next } });
  }
  return ids.map(({ id }) => id);
}

const statusPaths: Readonly<Record<string, readonly string[]>> = {
  CHECKED: ['CHECKING', 'CHECKED'],
  ADOPTED: ['CHECKING', 'CHECKED', 'ADOPTING', 'ADOPTED'],
};

/** A drift that may be read, one to repair and one to accept. */
async function someDrifts({ db }: TestApi, brokerId: string): Promise<readonly string[]> {
  const seen = { firstSeenAt: new Date(), lastSeenAt: new Date() };
  const drifts = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { id: lineId } = await aLine(db, 'ACTIVE', { brokerId });
      const [expected, found] = [{ serviceState: 'active' }, { serviceState: 'suspended' }];
      const what = { kind: 'wrong-service-state', expected, found, isOurs: true };
      return db.prisma.drift.create({ data: { id: newId(), brokerId, lineId, ...what, ...seen } });
    }),
  );
  return drifts.map(({ id }) => id);
}

async function aRole({ db }: TestApi, brokerId: string): Promise<string> {
  const role = { id: newId(), brokerId, name: `Night desk of ${brokerId}`, scopes: ['lines:read'] };
  return (await db.prisma.operatorRole.create({ data: role })).id;
}

async function aSharedView({ db }: TestApi, ownerId: string): Promise<string> {
  const view = { id: newId(), ownerId, page: 'orders', name: 'Failed', query: 'status=FAILED', isShared: true };
  return (await db.prisma.savedView.create({ data: view })).id;
}

let blockCount = 0;

async function aRegisteredRange({ db }: TestApi, brokerId: string): Promise<string> {
  const { id } = await db.prisma.registeredRange.create({
    data: { id: newId(), kind: 'MSISDN', ...nextBlock(), brokerId },
  });
  return id;
}

/** Returns numbers that overlap no other range of this database. */
function nextBlock() {
  blockCount += 1;
  const block = String(blockCount).padStart(5, '0');
  return { from: `+55219${block}000`, to: `+55219${block}999` };
}

const kinds: readonly (readonly [path: RegExp, kind: Exclude<keyof Records, 'broker'>])[] = [
  [/^\/brokers\/\{id\}/, 'brokerIds'],
  [/^\/lines\/\{id\}/, 'lineIds'],
  [/^\/tax-receipts\/\{id\}/, 'taxReceiptIds'],
  [/^\/suppliers\/\{id\}/, 'supplierIds'],
  [/^\/lines\/\{lineId\}\/products\/\{productId\}/, 'lineProductIds'],
  [/^\/payment-methods\/\{id\}/, 'paymentMethodIds'],
  [/^\/payments\/\{id\}/, 'paymentIds'],
  [/^\/refunds\/\{id\}/, 'refundIds'],
  [/^\/serial-numbers\/\{id\}/, 'serialNumberIds'],
  [/^\/portability\/port-ins\/\{id\}/, 'portInIds'],
  [/^\/portability\/port-outs\/\{id\}/, 'portOutIds'],
  [/^\/subscriptions\/\{id\}/, 'subscriptionIds'],
  [/^\/invoices\/\{id\}/, 'invoiceIds'],
  [/^\/(?:orders|order-details)\/\{orderId\}/, 'orderIds'],
  [/^\/bulk-operations\/\{id\}/, 'bulkIds'],
  [/^\/unanswered-calls\/\{id\}/, 'unansweredCallIds'],
  [/^\/numbers\/\{msisdn\}/, 'numbers'],
  [/^\/holders\/\{id\}/, 'holderIds'],
  [/^\/legal-holds\/\{id\}/, 'legalHoldIds'],
  [/^\/catalog\/offers\/\{id\}/, 'offerIds'],
  [/^\/catalog\/versions\/\{versionId\}/, 'offerIds'],
  [/^\/api-keys\/\{id\}/, 'apiKeyIds'],
  [/^\/pauses\/\{id\}/, 'pauseIds'],
  [/^\/order-incidents\/\{id\}/, 'incidentIds'],
  [/^\/operators\/\{id\}/, 'operatorIds'],
  [/^\/roles\/\{id\}/, 'roleIds'],
  [/^\/saved-views\/\{id\}/, 'savedViewIds'],
  [/^\/inventory\/pools\/\{poolId\}/, 'poolIds'],
  [/^\/inventory\/resources\/\{id\}/, 'resourceIds'],
  [/^\/inventory\/ranges\/\{id\}/, 'rangeIds'],
  [/^\/range-registry\/\{id\}/, 'registeredRangeIds'],
  [/^\/inventory\/reservations\/\{id\}/, 'reservationIds'],
  [/^\/webhook-endpoints\/\{id\}/, 'webhookEndpointIds'],
  [/^\/webhook-deliveries\/\{id\}/, 'webhookDeliveryIds'],
  [/^\/events\/\{id\}/, 'eventIds'],
  [/^\/move-ins\/\{id\}/, 'moveInIds'],
  [/^\/drifts\/\{id\}/, 'driftIds'],
];

/** Returns the records for the path of a route. Add a new kind of record to `kinds`. */
export function recordsFor({ path }: Route, records: Records): readonly string[] {
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1];
  if (kind === undefined)
    throw new Error(
      `No record for ${path}. Add its path to \`kinds\` in apps/api/test/support/records.ts, and its record to ` +
        '`recordsOfABroker`.',
    );
  return records[kind];
}

const filters: Readonly<Record<string, (records: Records) => readonly string[]>> = {
  brokerId: ({ broker }) => [broker.id],
  customerId: ({ holderIds }) => holderIds,
  legacyId: ({ moveInIds }) => moveInIds,
  subscriptionId: ({ subscriptionIds }) => subscriptionIds,
  invoiceId: ({ invoiceIds }) => invoiceIds,
  paymentMethodId: ({ paymentMethodIds }) => paymentMethodIds,
  paymentId: ({ paymentIds }) => paymentIds,
  resourceId: ({ lineIds }) => lineIds,
  lineId: ({ lineIds }) => lineIds,
  bulkOperationId: ({ bulkIds }) => bulkIds,
  poolId: ({ poolIds }) => poolIds,
  supplierId: ({ supplierIds }) => supplierIds,
  endpointId: ({ webhookEndpointIds }) => webhookEndpointIds,
  causeId: ({ webhookDeliveryIds }) => webhookDeliveryIds,
  roleId: ({ roleIds }) => roleIds,
};

/** Parameters that end like the id of a record, but are none of a broker. */
const noRecords = ['correlationId', 'iccId', 'typeId', 'federalTaxId'];

/** Returns the query parameters of a route that are ids of records, each with the ids of `records`. */
export function filtersOf({ query, path }: Route, records: Records): readonly (readonly [name: string, ids: string])[] {
  const named = Object.keys(query?.shape ?? {}).filter((name) => name.endsWith('Id') && !noRecords.includes(name));
  return named.map((name) => {
    const selectIds = filters[name];
    if (selectIds === undefined)
      throw new Error(
        `No record for the parameter ${name} of ${path}. Add it to \`filters\` in apps/api/test/support/records.ts.`,
      );
    return [name, selectIds(records).join(',')];
  });
}
