import { expect } from 'vitest';
import type { InterfaceWorld } from '../interface-world.ts';
import { asListed, type Members } from '../members.ts';
import { bodyOf, type Sentence } from '../sentence.ts';

const orderStatuses = [
  'PENDING',
  'IN_PROGRESS',
  'COMPLETED',
  'FAILED',
  'ROLLING_BACK',
  'ROLLED_BACK',
  'ROLLBACK_FAILED',
  'CANCELLING',
  'CANCELLED',
  'CANCEL_FAILED',
];
const stepStatuses = ['PENDING', 'RUNNING', 'SUCCESS', 'FAILED', 'SKIPPED', 'ROLLING_BACK', 'ROLLED_BACK', 'ROLLBACK_FAILED'];
const lineStatuses =
  'PROVISIONING, PROVISIONING_ERROR, STAND_BY, ACTIVATING, ACTIVATION_ERROR, ACTIVE, BLOCKING, BLOCKING_ERROR, BLOCKED, TERMINATING, TERMINATION_ERROR, TERMINATED'.split(
    ', ',
  );
export const resourceStatuses = ['available', 'reserved', 'active', 'suspended', 'quarantined', 'decommissioned'];

const step: Members = {
  id: 'string',
  orderTypeStepCode: 'string',
  actionCode: 'string',
  status: stepStatuses,
  attempt: 'number',
  error: 'object or null',
  startedAt: 'string or null',
  failedAt: 'string or null',
  finishedAt: 'string or null',
};

const orderWithout: Members = {
  id: 'string',
  type: 'string',
  status: orderStatuses,
  resource: { type: 'string', id: 'string' },
  brokerId: 'string',
  externalCode: 'string',
  correlationId: 'string',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  input: 'object',
  metadata: 'object',
  cancellationReason: 'string or null',
  steps: [step],
};

const subscription: Members = {
  id: 'string',
  customerId: 'string',
  status: ['DRAFT', 'ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED'],
  billingCycle: { frequency: 'string', billingType: 'string', customPeriodDays: 'number?' },
  products: [
    {
      id: 'string',
      productId: 'string',
      billingType: 'string',
      addedAt: 'timestamp',
      discounts: [
        {
          id: 'string',
          discountId: 'string',
          offerVersionDiscountId: 'string?',
          scope: 'string',
          fromCycle: 'number',
          elapsedCycles: 'number',
          consumedCycles: 'number',
          durationInCycles: 'number?',
          value: { type: 'string', amount: 'string', currency: 'string' },
          redeemedAt: 'timestamp',
          componentId: 'string?',
        },
      ],
      offerVersionId: 'string',
      removedAt: 'string?',
    },
  ],
  activatedAt: 'timestamp?',
  invoiceApprovalRequired: 'boolean',
  changesBehavior: ['IMMEDIATE_WITH_PRORATE', 'NEXT_CYCLE', 'NO_CHANGES'],
  prorateFirstInvoice: 'boolean',
  createdAt: 'timestamp',
  endDate: 'timestamp?',
  scheduledPauseAt: 'timestamp?',
  lastPausedAt: 'timestamp?',
  lastResumedAt: 'timestamp?',
  scheduledCancelAt: 'timestamp?',
  trialConfig: { trialCycles: 'number', endBehavior: 'string' },
  externalCode: 'string?',
  nextBillingDate: 'string?',
  metadata: 'object',
  updatedAt: 'timestamp',
};

export const line: Members = {
  id: 'string',
  status: lineStatuses,
  msisdn: 'string',
  iccId: 'string',
  holder: { id: 'string', name: 'string', federalTaxId: 'string' },
  subscriptionId: 'string?',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  activatedAt: 'timestamp?',
  terminatedAt: 'timestamp?',
  externalCode: 'string?',
  brokerId: 'string',
  metadata: 'object',
};

const sharedByResources: Members = {
  id: 'string',
  status: resourceStatuses,
  brokerId: 'string',
  metadata: 'object',
  attributes: 'object',
  reservationTTL: 'integer',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  externalCode: 'string',
  location: 'string?',
  reservationId: 'string?',
  reservedAt: 'timestamp?',
  quarantineTTL: 'integer',
  quarantinedAt: 'timestamp?',
};

const pool: Members = {
  id: 'string',
  name: 'string',
  typeId: 'string',
  brokerId: 'string',
  metadata: 'object',
  createdAt: 'timestamp',
  lowAvailabilityThreshold: 'number',
  resourcesCount: 'integer',
  availableResourcesCount: 'integer',
};

const taxReceipt: Members = {
  id: 'string',
  customerId: 'string',
  supplierId: 'string',
  status: ['ACTIVE', 'CANCELED', 'DRAFT'],
  documentModel: ['22', '62', 'DEBIT_RECEIPT'],
  uf: 'string',
  createdAt: 'timestamp',
  issuedAt: 'timestamp?',
  canceledAt: 'timestamp?',
  number: 'number?',
  serialNumberId: 'string?',
  totalAmount: 'string',
  metadata: 'object',
};

const component: Members = {
  id: 'string',
  name: 'string',
  unit: 'string',
  icon: 'string?',
  externalCode: 'string?',
  startDate: 'timestamp?',
  endDate: 'timestamp?',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
  type: 'string',
  unlimited: 'boolean',
  totalAmount: 'number',
  usedAmount: 'number',
};

const balances: Members = {
  lineId: 'string',
  productId: 'string',
  online: 'boolean',
  accountMetadata: 'object',
  balance: {
    accountId: 'string',
    totalAmount: 'object',
    usedAmount: 'object',
    balanceCredits: [{ type: 'string', value: 'number', updatedAt: 'timestamp', dueDate: 'timestamp', metadata: 'object' }],
    metadata: 'object',
    createdAt: 'timestamp',
    updatedAt: 'timestamp',
    product: {
      catalogProductId: 'string',
      name: 'string',
      externalCode: 'string?',
      createdAt: 'timestamp',
      updatedAt: 'timestamp',
      billingType: 'string',
      recurrence: 'string',
      features: [{ icon: 'string', name: 'string' }],
      productComponents: [component],
    },
  },
};

type Ids = InterfaceWorld['ids'];

/** The shape of a record that is looked up by itself. */
const lookedUp = ([section, request]: readonly [string, string], says: string, path: (ids: Ids) => string, members: Members): Sentence => ({
  section,
  says,
  request,
  see: async ({ ask, ids }) => `200, ${asListed(bodyOf(await ask(path(ids))), members)}`,
});

/** Lists answer their items apart, with an array of strings that the table of members has no word for. */
const listed = ([section, request]: readonly [string, string], says: string, path: (ids: Ids) => string, members: Members): Sentence => ({
  section,
  says,
  request,
  async see({ ask, ids }) {
    const { items } = bodyOf(await ask(path(ids))) as { items: Record<string, unknown>[] };
    const seen = items.map(({ associatedResourceIds, ...item }) => {
      if (members !== pool) expect(associatedResourceIds).toEqual(expect.any(Array));
      return asListed(item, members);
    });
    return `200, each item has ${seen[0]}`;
  },
});

/** Section 2: what the records are made of. */
export const records: readonly Sentence[] = [
  lookedUp(['2.1', 'GET /orders/{orderId}'], 'An order has all members listed and no others.', ({ orderId }) => `/orders/${orderId}`, {
    ...orderWithout,
    failure: 'null',
  }),
  lookedUp(
    ['2.1', 'GET /orders/{failedOrderId}'],
    '`failure` of an order is an object of `failedAt` and `pendingSteps`.',
    (ids) => `/orders/${ids.failedOrderId}`,
    {
      ...orderWithout,
      failure: { failedAt: 'timestamp', pendingSteps: [step] },
    },
  ),
  {
    section: '2.2',
    says: 'A subscription has the members listed.',
    request: 'GET /subscriptions/{id}',
    async see({ ask, ids }) {
      const open = asListed(bodyOf(await ask(`/subscriptions/${ids.subscriptionId}`)), subscription);
      asListed(bodyOf(await ask(`/subscriptions/${ids.endedSubscriptionId}`)), { ...subscription, endedAt: 'timestamp' });
      return `200, ${open}; after its end also \`endedAt\`, which is not listed`;
    },
  },
  lookedUp(['2.3', 'GET /lines/{id}'], 'A line has the members listed; its timestamps are date-times.', ({ lineId }) => `/lines/${lineId}`, line),
  listed(
    ['2.4', 'GET /inventory/pools/{poolId}/resources'],
    'In the list of a pool a resource has `typeId` and `poolId`.',
    (ids) => `/inventory/pools/${ids.poolId}/resources`,
    {
      ...sharedByResources,
      typeId: 'string',
      poolId: 'string',
    },
  ),
  listed(
    ['2.4', 'GET /inventory/resources'],
    'In the global list these are `type` (id, name) and `pool` (id, title); all others are the same.',
    () => '/inventory/resources',
    {
      ...sharedByResources,
      type: { id: 'string', name: 'string' },
      pool: { id: 'string', title: 'string' },
    },
  ),
  listed(['2.5', 'GET /inventory/pools'], 'A pool has the members listed.', () => '/inventory/pools', pool),
  lookedUp(['2.6', 'GET /tax-receipts/{id}'], 'A tax receipt has the members listed.', ({ receiptId }) => `/tax-receipts/${receiptId}`, taxReceipt),
  lookedUp(
    ['2.7', 'GET /lines/{lineId}/products/{productId}/balances'],
    'The balance of a line and product has the members listed.',
    (ids) => `/lines/${ids.lineId}/products/${ids.productId}/balances`,
    balances,
  ),
];
