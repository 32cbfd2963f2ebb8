import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import type { ExampleWorld } from './example-world.ts';

/** One request: the values of the path's parameters, the query and the body. */
export interface ExampleRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface EventPage {
  readonly items: readonly { readonly id: string }[];
}

type BuildRequest = (world: ExampleWorld) => Promise<ExampleRequest>;

const onLine =
  (status: Parameters<ExampleWorld['aLine']>[0]): BuildRequest =>
  async (world) => ({ path: { id: await world.aLine(status) } });

const address = {
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  cityCode: '3550308',
  city: 'São Paulo',
  postalCode: '01310100',
  state: 'SP',
};

const dayMs = 86_400_000;
/** Three hours on a day that the clearing house accepts. */
const portWindow = () => {
  const from = Date.now() + 7 * dayMs;
  return { windowFrom: new Date(from).toISOString(), windowUntil: new Date(from + dayMs / 8).toISOString() };
};

/** The requests that need more than the id of a record in its path. */
export const exampleRequests: Readonly<Record<string, BuildRequest>> = {
  createLine: async (world) => ({
    body: {
      customerId: world.holder.id,
      msisdn: { poolId: (await world.aPool('MSISDN')).id },
      sim: { poolId: (await world.aPool('SIM')).id },
      activate: true,
      externalCode: 'crm-4711',
    },
  }),
  changeLine: async (world) => ({
    path: { id: await world.aLine() },
    body: { externalCode: 'crm-4712', metadata: { shop: 'Centro' } },
  }),
  listNumberHistory: async (world) => ({ path: { msisdn: await world.aNumber() } }),
  createOperator: async () => ({ body: { name: 'Bia Prado', role: 'care' } }),
  createRole: async () => ({ body: { name: 'Front desk', scopes: ['lines:read', 'holders:read', 'holders:write'] } }),
  deleteLine: onLine('ACTIVE'),
  deleteLineByVerb: onLine('ACTIVE'),
  activateLine: onLine('STAND_BY'),
  blockLine: onLine('ACTIVE'),
  unblockLine: onLine('BLOCKED'),
  swapSim: async (world) => ({
    path: { id: await world.aLine() },
    body: { sim: { poolId: (await world.aPool('SIM')).id } },
  }),
  changeNumber: async (world) => ({
    path: { id: await world.aLine() },
    body: { msisdn: { poolId: (await world.aPool('MSISDN')).id } },
  }),
  changeLineHolder: async (world) => ({
    path: { id: await world.aLine() },
    query: { reason: 'The company was sold' },
    body: { customerId: (await world.anotherHolder()).id },
  }),
  addCredit: async ({ records }) => ({
    path: { lineId: records.lineProductIds[0] ?? '', productId: records.lineProductIds[0] ?? '' },
    body: { type: 'DATA', amount: 1024, dueDate: '2031-01-31T23:59:59-03:00', metadata: { campaign: 'welcome' } },
  }),
  createResourceType: async () => ({ body: { code: 'ESIM', name: 'eSIM profile', reusable: false } }),
  createPool: async (world) => ({
    body: {
      typeId: (await world.aPool()).typeId,
      brokerId: world.brokerId,
      name: 'São Paulo, prepaid',
      lowAvailabilityThreshold: 500,
    },
  }),
  changePool: async (world) => ({
    path: { poolId: (await world.aPool()).id },
    body: { name: 'São Paulo, postpaid', lowAvailabilityThreshold: 200 },
  }),
  createResource: async (world) => ({
    path: { poolId: (await world.aPool('MSISDN', 0)).id },
    body: { externalCode: '+5511987651234', attributes: { tier: 'gold' }, location: 'SP' },
  }),
  importResources: async (world) => ({
    path: { poolId: (await world.aPool('MSISDN', 0)).id },
    body: 'externalCode,location,attributes.tier\n+5511987652001,SP,gold\n+5511987652002,SP,silver\n',
  }),
  placeLegalHold: async (world) => ({
    body: { customerId: world.holder.id, reason: 'Process 0001234-56.2026.8.26.0100' },
  }),
  liftLegalHold: async (world) => ({
    path: { id: await world.aLegalHold() },
    body: { reason: 'The court has closed the process.' },
  }),
  createMoveIn: async (world) => ({
    body: {
      name: 'The lines of the former operator',
      numberPoolId: (await world.aPool('MSISDN')).id,
      simPoolId: (await world.aPool('SIM')).id,
      mappings: { lines: { columns: { Cliente: 'holderId', Obs: '-' } } },
    },
  }),
  uploadMoveInFile: async ({ records }) => ({
    path: { id: records.moveInIds[0] ?? '' },
    query: { kind: 'holders' },
    body: 'legacyId;nome;CPF\n4711;Ana Souza;529.982.247-25\n4712;Rui Lima;111.111.111-11\n',
  }),
  decideMoveIn: async ({ records }) => ({
    path: { id: records.moveInIds[1] ?? '' },
    body: { code: 'taken', decision: 'leave-out', reason: 'These customers are here already.' },
  }),
  compareMoveIn: async ({ records }) => ({ path: { id: records.moveInIds[1] ?? '' } }),
  adoptMoveIn: async ({ records }) => ({ path: { id: records.moveInIds[2] ?? '' } }),
  undoMoveIn: async ({ records }) => ({ path: { id: records.moveInIds[3] ?? '' } }),
  repairDrift: async ({ records }) => ({ path: { id: records.driftIds[1] ?? '' } }),
  acceptDrift: async ({ records }) => ({
    path: { id: records.driftIds[2] ?? '' },
    body: { reason: 'The operator of the register is moving this SIM until Friday.' },
  }),
  createRange: async (world) => ({
    body: { brokerId: world.brokerId, kind: 'MSISDN', from: '+5521987650000', to: '+5521987659999' },
  }),
  registerRange: async (world) => ({
    body: { brokerId: world.brokerId, kind: 'MSISDN', from: '+5521987660000', to: '+5521987669999' },
  }),
  changeResource: async (world) => ({
    path: { id: (await world.aPool()).resourceIds[0] ?? '' },
    body: { attributes: { tier: 'gold' }, location: 'SP' },
  }),
  recallResource: async (world) => ({ path: { id: await world.aNumberOfADeletedLine() } }),
  createReservation: async (world) => ({
    body: { poolId: (await world.aPool('MSISDN', 2)).id, quantity: 2, reservationTTL: 900 },
  }),
  extendReservation: async ({ records }) => ({
    path: { id: records.reservationIds[0] ?? '' },
    body: { reservationTTL: 1800 },
  }),
  createBulkOperation: async (world) => ({
    body: {
      operation: 'block',
      lineIds: [await world.aLine(), await world.aLine()],
      reason: 'Unpaid invoices of October',
    },
  }),
  approveBulkOperation: async (world) => ({ path: { id: await world.aLargeBulkOperation() } }),
  changeBulkOperation: async ({ records }) => ({
    path: { id: records.bulkIds[2] ?? '' },
    body: { ordersPerMinute: 600 },
  }),
  previewBulkOperation: async (world) => ({
    body: { operation: 'retry', orderIds: [(await world.aFailedOrder()).id] },
  }),
  previewBulkRows: async (world) => ({
    body: {
      operation: 'swap-sim',
      simSwaps: [
        { line: { id: await world.aLine() }, sim: { poolId: (await world.aPool('SIM')).id } },
        { line: { id: await world.aLine() }, sim: { externalCode: '8955990000000000025' } },
      ],
    },
  }),
  recordUsage: async ({ records }) => ({
    body: {
      records: [
        {
          recordId: 'cdr-000017',
          lineId: records.lineProductIds[0] ?? '',
          type: 'DATA',
          amount: 25,
          usedAt: new Date().toISOString(),
        },
      ],
    },
  }),
  createPaymentMethod: async (world) => ({
    body: { customerId: world.holder.id, type: 'CARD', token: 'tok_4242', makeDefault: true },
  }),
  removePaymentMethod: async (world) => ({ path: { id: await world.aPaymentMethod('ACTIVE') } }),
  payInvoice: async (world) => {
    const invoiceId = await world.anInvoice('OPEN');
    const { customerId } = await world.api.db.prisma.invoice.findUniqueOrThrow({ where: { id: invoiceId } });
    return { path: { id: invoiceId }, body: { paymentMethodId: await world.aPaymentMethod('ACTIVE', { customerId }) } };
  },
  createRefund: async (world) => ({ path: { id: await world.aPayment('CONFIRMED') }, body: { amount: '10.00' } }),
  notifyPayments: async (world) => ({ body: { paymentId: await world.aPayment('PENDING') } }),
  createHolder: async () => ({
    body: { name: 'Ana Souza', federalTaxId: '52998224725', email: 'ana@example.com', externalCode: 'crm-17' },
  }),
  changeHolder: async (world) => ({
    path: { id: world.holder.id },
    body: { name: 'Ana Souza Lima', email: 'ana.lima@example.com' },
  }),
  correctHolder: async (world) => ({ path: { id: world.holder.id }, body: { name: { right: 'Ana Sousa Lima' } } }),
  createSupplier: async (world) => ({
    body: {
      brokerId: world.brokerId,
      name: 'Ponte Telecom Ltda',
      stateTaxId: '110042490114',
      regime: 'SIMPLE',
      address,
      federalTaxId: '11222333000181',
    },
  }),
  changeSupplier: async ({ records }) => ({ path: { id: records.supplierIds[0] ?? '' }, body: { tradeName: 'Ponte' } }),
  createTaxReceipt: async (world) => ({
    body: {
      invoiceId: await world.aBilledInvoice(),
      documentModel: '62',
      supplierId: world.records.supplierIds[0] ?? '',
    },
  }),
  cancelTaxReceipt: async ({ records }) => ({
    path: { id: records.taxReceiptIds[0] ?? '' },
    body: { reason: 'Issued with a wrong amount' },
  }),
  createSubscription: async (world) => ({
    body: {
      customerId: world.holder.id,
      offerId: world.offer.id,
      billingCycle: { frequency: 'MONTHLY', billingType: 'PREPAID' },
      lineIds: [await world.aLine()],
      activate: true,
    },
  }),
  changeSubscription: async (world) => ({
    path: { id: (await world.aSubscription('ACTIVE')).id },
    body: { externalCode: 'contract-2026-0042' },
  }),
  activateSubscription: async (world) => ({
    path: { id: (await world.aSubscription('DRAFT', { lineIds: [await world.aLine()] })).id },
  }),
  pauseSubscription: async (world) => ({ path: { id: (await world.aSubscription('ACTIVE')).id } }),
  cancelSubscription: async (world) => ({ path: { id: (await world.aSubscription('ACTIVE')).id } }),
  addProduct: async (world) => ({
    path: {
      id: (await world.aSubscription('ACTIVE', { offerId: world.offer.id, offerVersionId: world.offer.versionId })).id,
    },
    body: { productId: world.offer.topUp.id, offerVersionId: world.offer.versionId },
  }),
  removeProduct: async (world) => {
    const { id, products } = await world.aSubscription('ACTIVE');
    return { path: { id, productId: products[0]?.id ?? '' } };
  },
  joinLine: async (world) => ({
    path: { id: (await world.aSubscription('ACTIVE')).id },
    body: { lineId: await world.aLine() },
  }),
  leaveLine: async (world) => {
    const lineIds = [await world.aLine(), await world.aLine()];
    return { path: { id: (await world.aSubscription('ACTIVE', { lineIds })).id, lineId: lineIds[0] ?? '' } };
  },
  createOffer: async (world) => ({
    body: { brokerId: world.brokerId, name: 'Connected 20 GB', externalCode: 'connected-20' },
  }),
  changeOffer: async (world) => ({ path: { id: world.offer.id }, body: { description: 'For people who travel' } }),
  publishOfferVersion: async (world) => ({
    path: { id: world.offer.id },
    body: {
      validFrom: '2030-01-01T00:00:00Z',
      products: [{ name: 'Connected 20 GB', billingType: 'PREPAID', price: '49.90' }],
    },
  }),
  getOfferVersion: async ({ offer }) => ({ path: { id: offer.id, versionId: offer.versionId } }),
  createPortIn: async (world) => ({
    body: {
      customerId: world.holder.id,
      msisdn: '+5511987654321',
      donor: '55321',
      ...portWindow(),
      poolId: (await world.aPool('MSISDN', 0)).id,
      sim: { poolId: (await world.aPool('SIM')).id },
    },
  }),
  correctPortIn: async (world) => ({
    path: { id: await world.aPortIn('CONFLICT') },
    body: { donor: '55341', ...portWindow() },
  }),
  getPortabilityStatus: async (world) => ({
    query: {
      msisdn: (await world.api.db.prisma.portIn.findFirstOrThrow({ where: { brokerId: world.brokerId } })).msisdn,
    },
  }),
  createPortOut: async (world) => ({
    body: {
      ticket: '8842719',
      msisdn: (await world.aLineRow()).msisdn,
      recipient: '55321',
      windowFrom: '2030-01-08T09:00:00-03:00',
    },
  }),
  notifyPortability: async ({ records }) => ({ body: { portInId: records.portInIds[0] ?? '' } }),
  previewOrder: async (world) => ({ body: { type: 'LINE_BLOCK', lineId: await world.aLine() } }),
  notifyOrders: async (world) => ({ body: { orderId: await world.aPlacedOrder() } }),
  cancelOrder: async (world) => ({
    path: { orderId: await world.aPlacedOrder() },
    body: { reason: 'The customer paid' },
  }),
  retryOrder: async (world) => ({
    path: { orderId: (await world.aFailedOrder()).id },
    body: { reason: 'Incident 4711 is over' },
  }),
  rollbackOrder: async (world) => ({
    path: { orderId: (await world.aFailedOrder()).id },
    body: { reason: 'The customer has changed his mind' },
  }),
  skipStep: async (world) => {
    const order = await world.aFailedOrder();
    const failed = order.steps.find(({ status }) => status === 'FAILED');
    return { path: { orderId: order.id, stepId: failed?.id ?? '' }, body: { reason: 'Done by hand on the network' } };
  },
  closeOrder: async (world) => ({
    path: { orderId: (await world.aFailedOrder()).id },
    body: { reason: 'Settled with the broker by phone' },
  }),
  changeOperator: async ({ records }) => ({
    path: { id: records.operatorIds[0] ?? '' },
    body: { name: 'Ana Souza', email: 'ana.souza@operator.example' },
  }),
  changeRole: async ({ records }) => ({
    path: { id: records.roleIds[0] ?? '' },
    body: { scopes: ['lines:read', 'lines:write'] },
  }),
  deleteRole: async ({ records }) => ({ path: { id: records.roleIds[0] ?? '' } }),
  createSavedView: async () => ({
    body: { page: 'orders', name: 'Failed at night', query: 'status=FAILED&superseded=false', shared: true },
  }),
  changeSavedView: async (world) => ({ path: { id: await world.aSavedView() }, body: { name: 'Failed tonight' } }),
  deleteSavedView: async (world) => ({ path: { id: await world.aSavedView() } }),
  createPause: async () => ({
    body: { kind: 'system', target: 'network', reason: 'Incident 4711: the network answers wrongly' },
  }),
  endPause: async (world) => ({ path: { id: await world.aPause() }, body: { reason: 'Incident 4711 is over' } }),
  searchRecords: async (world) => ({ query: { q: (await world.aLineRow()).msisdn } }),
  askPartnerAgain: async ({ records }) => ({
    path: { id: records.unansweredCallIds[0] ?? '' },
    body: { reason: 'The provider is back' },
  }),
  createBroker: async () => ({ body: { name: 'Ponte Telecom', code: 'ponte' } }),
  changeBroker: async ({ brokerId }) => ({ path: { id: brokerId }, body: { name: 'Ponte Telecom Ltda' } }),
  createApiKey: async ({ brokerId }) => ({
    body: { name: 'shop', brokerId, scopes: ['lines:read', 'lines:write', 'orders:read'] },
  }),
  changeApiKey: async ({ api, client }) => ({
    path: { id: (await api.aClient({ broker: client.broker, scopes: ['lines:read'] })).keyId },
    body: { name: 'shop', allowedAddresses: ['192.0.2.7', '2001:db8::/48'] },
  }),
  createWebhookEndpoint: async () => ({
    body: { url: 'https://shop.example/linework', types: ['line.*'], description: 'The shop' },
  }),
  changeWebhookEndpoint: async ({ records }) => ({
    path: { id: records.webhookEndpointIds[0] ?? '' },
    body: { types: ['line.*', 'order.*'] },
  }),
  enableWebhookEndpoint: async ({ records }) => ({
    path: { id: records.webhookEndpointIds[1] ?? '' },
    body: { deliver: 'all' },
  }),
  replayWebhookEvents: async ({ records }) => ({
    path: { id: records.webhookEndpointIds[0] ?? '' },
    body: { types: ['line.*'], dryRun: true },
  }),
  getEvent: async (world) => {
    await assignAllEventPositions(world.api.db);
    const { items } = (await (
      await fetch(`${world.api.url}/events?limit=1`, { headers: { 'X-API-Key': world.client.key } })
    ).json()) as EventPage;
    return { path: { id: items[0]?.id ?? '' } };
  },
  getLifecycle: async () => ({ path: { name: 'line' } }),
  getProblem: async () => ({ path: { name: 'invalid-status-transition' } }),
};
