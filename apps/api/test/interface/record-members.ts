import type { Members } from './members.ts';

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

export const step: Members = {
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

export const orderWithout: Members = {
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

export const subscription: Members = {
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

export const sharedByResources: Members = {
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

export const pool: Members = {
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

export const taxReceipt: Members = {
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

export const balances: Members = {
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
