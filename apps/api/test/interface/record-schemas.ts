import { expect } from 'vitest';
import { z } from 'zod';

// The records as the interface lists them, closed: a member more, a member less or another type fails. They are written
// from the interface, not from the schemas of Linework. Where the interface does not say which members are required, a
// member may be absent.

const timestamp = z.iso.datetime({ precision: 3 });
const freeForm = z.record(z.string(), z.unknown());

const orderStatuses = [
  ...(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'ROLLING_BACK'] as const),
  ...(['ROLLED_BACK', 'ROLLBACK_FAILED', 'CANCELLING', 'CANCELLED', 'CANCEL_FAILED'] as const),
];
const lineStatuses = [
  ...(['PROVISIONING', 'PROVISIONING_ERROR', 'STAND_BY', 'ACTIVATING', 'ACTIVATION_ERROR', 'ACTIVE'] as const),
  ...(['BLOCKING', 'BLOCKING_ERROR', 'BLOCKED', 'TERMINATING', 'TERMINATION_ERROR', 'TERMINATED'] as const),
];
export const resourceStatuses = [
  'available',
  'reserved',
  'active',
  'suspended',
  'quarantined',
  'decommissioned',
] as const;

export const step = z.strictObject({
  id: z.string(),
  orderTypeStepCode: z.string(),
  actionCode: z.string(),
  status: z.enum([
    'PENDING',
    'RUNNING',
    'SUCCESS',
    'FAILED',
    'SKIPPED',
    'ROLLING_BACK',
    'ROLLED_BACK',
    'ROLLBACK_FAILED',
  ]),
  attempt: z.number(),
  error: freeForm.nullable(),
  startedAt: timestamp.nullable(),
  failedAt: timestamp.nullable(),
  finishedAt: timestamp.nullable(),
});

export const orderedResource = z.strictObject({ type: z.string(), id: z.string() });
export const failure = z.strictObject({ failedAt: timestamp, pendingSteps: z.array(step) });

export const order = z.strictObject({
  id: z.string(),
  type: z.string(),
  status: z.enum(orderStatuses),
  resource: orderedResource,
  brokerId: z.string(),
  externalCode: z.string(),
  correlationId: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  input: freeForm,
  metadata: freeForm,
  cancellationReason: z.string().nullable(),
  steps: z.array(step),
  failure: failure.nullable(),
});

export const billingCycle = z.strictObject({
  frequency: z.string(),
  billingType: z.string(),
  customPeriodDays: z.number().optional(),
});
export const trialConfig = z.strictObject({ trialCycles: z.number(), endBehavior: z.string() });
export const discountValue = z.strictObject({ type: z.string(), amount: z.string(), currency: z.string() });

export const discount = z.strictObject({
  id: z.string(),
  discountId: z.string(),
  offerVersionDiscountId: z.string().optional(),
  scope: z.string(),
  fromCycle: z.number(),
  elapsedCycles: z.number(),
  consumedCycles: z.number(),
  durationInCycles: z.number().optional(),
  value: discountValue,
  redeemedAt: timestamp,
  componentId: z.string().optional(),
});

export const subscriptionProduct = z.strictObject({
  id: z.string(),
  productId: z.string(),
  billingType: z.string(),
  addedAt: timestamp,
  discounts: z.array(discount),
  offerVersionId: z.string(),
  removedAt: timestamp.optional(),
});

export const subscription = z.strictObject({
  id: z.string(),
  customerId: z.string(),
  status: z.enum(['DRAFT', 'ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED']),
  billingCycle,
  products: z.array(subscriptionProduct),
  activatedAt: timestamp.optional(),
  invoiceApprovalRequired: z.boolean(),
  changesBehavior: z.enum(['IMMEDIATE_WITH_PRORATE', 'NEXT_CYCLE', 'NO_CHANGES']),
  prorateFirstInvoice: z.boolean(),
  createdAt: timestamp,
  endDate: timestamp.optional(),
  scheduledPauseAt: timestamp.optional(),
  lastPausedAt: timestamp.optional(),
  lastResumedAt: timestamp.optional(),
  scheduledCancelAt: timestamp.optional(),
  trialConfig: trialConfig.optional(),
  externalCode: z.string().optional(),
  nextBillingDate: z.string().optional(),
  metadata: freeForm,
  updatedAt: timestamp,
});

export const holder = z.strictObject({ id: z.string(), name: z.string(), federalTaxId: z.string() });

export const line = z.strictObject({
  id: z.string(),
  status: z.enum(lineStatuses),
  msisdn: z.string(),
  iccId: z.string(),
  holder,
  subscriptionId: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
  activatedAt: timestamp.optional(),
  terminatedAt: timestamp.optional(),
  externalCode: z.string().optional(),
  brokerId: z.string(),
  metadata: freeForm,
});

const resourceMembers = {
  id: z.string(),
  status: z.enum(resourceStatuses),
  brokerId: z.string(),
  metadata: freeForm,
  attributes: freeForm,
  reservationTTL: z.int(),
  associatedResourceIds: z.array(z.string()),
  createdAt: timestamp,
  updatedAt: timestamp,
  externalCode: z.string(),
  location: z.string().optional(),
  reservationId: z.string().optional(),
  reservedAt: timestamp.optional(),
  quarantineTTL: z.int(),
  quarantinedAt: timestamp.optional(),
};

export const pooledResource = z.strictObject({ ...resourceMembers, typeId: z.string(), poolId: z.string() });
export const resource = z.strictObject({
  ...resourceMembers,
  type: z.strictObject({ id: z.string(), name: z.string() }),
  pool: z.strictObject({ id: z.string(), title: z.string() }),
});

export const pool = z.strictObject({
  id: z.string(),
  name: z.string(),
  typeId: z.string(),
  brokerId: z.string(),
  metadata: freeForm,
  createdAt: timestamp,
  lowAvailabilityThreshold: z.number(),
  resourcesCount: z.int(),
  availableResourcesCount: z.int(),
});

export const taxReceipt = z.strictObject({
  id: z.string(),
  customerId: z.string(),
  supplierId: z.string(),
  status: z.enum(['ACTIVE', 'CANCELED', 'DRAFT']),
  documentModel: z.enum(['22', '62', 'DEBIT_RECEIPT']),
  uf: z.string(),
  createdAt: timestamp,
  issuedAt: timestamp.optional(),
  canceledAt: timestamp.optional(),
  number: z.number().optional(),
  serialNumberId: z.string().optional(),
  totalAmount: z.string(),
  metadata: freeForm,
});

export const component = z.strictObject({
  id: z.string(),
  name: z.string(),
  unit: z.string(),
  icon: z.string().optional(),
  externalCode: z.string().optional(),
  startDate: timestamp.optional(),
  endDate: timestamp.optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
  type: z.string(),
  unlimited: z.boolean(),
  totalAmount: z.number(),
  usedAmount: z.number(),
});

export const credit = z.strictObject({
  type: z.string(),
  value: z.number(),
  updatedAt: timestamp,
  dueDate: timestamp,
  metadata: freeForm,
});
export const feature = z.strictObject({ icon: z.string(), name: z.string() });

export const balanceProduct = z.strictObject({
  catalogProductId: z.string(),
  name: z.string(),
  externalCode: z.string().optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
  billingType: z.string(),
  recurrence: z.string(),
  features: z.array(feature),
  productComponents: z.array(component),
});

export const balance = z.strictObject({
  accountId: z.string(),
  totalAmount: freeForm,
  usedAmount: freeForm,
  balanceCredits: z.array(credit),
  metadata: freeForm,
  createdAt: timestamp,
  updatedAt: timestamp,
  product: balanceProduct,
});

export const balances = z.strictObject({
  lineId: z.string(),
  productId: z.string(),
  online: z.boolean(),
  accountMetadata: freeForm,
  balance,
});

const pageOf = (item: z.ZodType) =>
  z.strictObject({
    items: z.array(item),
    meta: z.strictObject({ total: z.int(), page: z.int(), pageSize: z.int(), totalPages: z.int() }),
  });

export const pageOfResources = pageOf(resource);
export const pageOfPooledResources = pageOf(pooledResource);
export const pageOfPools = pageOf(pool);

/** Additional members of a problem are allowed. */
export const problem = z.looseObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  instance: z.string().optional(),
});

/** Fails if the value differs from the record of the interface. Returns the number of its members in words. */
export function asListed(value: unknown, schema: z.ZodObject): string {
  expect(schema.safeParse(value).error?.issues ?? []).toEqual([]);
  return `exactly the ${Object.keys(schema.shape).length} listed members`;
}
