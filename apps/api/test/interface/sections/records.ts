import { expect } from 'vitest';
import type { z } from 'zod';
import type { InterfaceWorld } from '../interface-world.ts';
import * as schemas from '../record-schemas.ts';
import { asListed } from '../record-schemas.ts';
import { bodyOf, type Sentence } from '../sentence.ts';

type Ids = InterfaceWorld['ids'];

type Json = Readonly<Record<string, unknown>>;

/** Tests a part of a record: an object, or the first item of a list. */
const part = (
  [section, request]: readonly [string, string],
  says: string,
  {
    path,
    of,
    schema,
  }: { readonly path: (ids: Ids) => string; readonly of: readonly string[]; readonly schema: z.ZodObject },
): Sentence => ({
  section,
  says,
  request,
  async see({ sendRequest, ids }) {
    const found = of.reduce<unknown>(
      (value, name) => firstOf((value as Json)[name]),
      bodyOf(await sendRequest(path(ids))),
    );
    return `\`${of.join('.')}\` has ${asListed(found, schema)}`;
  },
});

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

/** Tests that a record has this value of an enum. */
const enumValue = (
  [section, request]: readonly [string, string],
  says: string,
  { path, of, value }: { readonly path: (ids: Ids) => string; readonly of: readonly string[]; readonly value: unknown },
): Sentence => ({
  section,
  says,
  request,
  async see({ sendRequest, ids }) {
    expect(
      of.reduce<unknown>((found, name) => firstOf((found as Json)[name]), bodyOf(await sendRequest(path(ids)))),
    ).toBe(value);
    return `\`${of.join('.')}\` is ${value}`;
  },
});

/** Tests that each value of an enum occurs in a record. */
const everyValue = (
  [section, request]: readonly [string, string],
  says: string,
  {
    paths,
    member,
    values,
  }: {
    readonly paths: (world: InterfaceWorld) => readonly string[];
    readonly member: string;
    readonly values: readonly string[];
  },
): Sentence => ({
  section,
  says,
  request,
  async see(world) {
    const found: unknown[] = [];
    for (const path of paths(world)) found.push(bodyOf(await world.sendRequest(path))[member]);
    expect(found.toSorted()).toEqual(values.toSorted());
    return `${values.join(', ')}`;
  },
});

const order = ['2.1', 'GET /orders/{orderId}'] as const;
const orderPath = ({ orderId }: Ids) => `/orders/${orderId}`;
const subscriptionRequest = ['2.2', 'GET /subscriptions/{id}'] as const;
const subscriptionPath = ({ subscriptionId }: Ids) => `/subscriptions/${subscriptionId}`;
const balanceRequest = ['2.7', 'GET /lines/{lineId}/products/{productId}/balances'] as const;
const balancePath = ({ lineId, productId }: Ids) => `/lines/${lineId}/products/${productId}/balances`;

const balanceParts: Readonly<Record<string, z.ZodObject>> = {
  balance: schemas.balance,
  'balance.balanceCredits': schemas.credit,
  'balance.product': schemas.balanceProduct,
  'balance.product.features': schemas.feature,
  'balance.product.productComponents': schemas.component,
};

/** The parts of the records. */
const parts: readonly Sentence[] = [
  part(order, '`resource` of an order has exactly `type` and `id`.', {
    path: orderPath,
    of: ['resource'],
    schema: schemas.orderedResource,
  }),
  part(order, 'An order step has exactly the listed members.', {
    path: orderPath,
    of: ['steps'],
    schema: schemas.step,
  }),
  ...Object.entries({ billingCycle: schemas.billingCycle, trialConfig: schemas.trialConfig }).map(([name, schema]) =>
    part(subscriptionRequest, `\`${name}\` of a subscription has the listed members.`, {
      path: subscriptionPath,
      of: [name],
      schema,
    }),
  ),
  part(subscriptionRequest, 'A subscription product has the listed members.', {
    path: subscriptionPath,
    of: ['products'],
    schema: schemas.subscriptionProduct,
  }),
  part(subscriptionRequest, 'A discount has the listed members.', {
    path: subscriptionPath,
    of: ['products', 'discounts'],
    schema: schemas.discount,
  }),
  part(subscriptionRequest, '`value` of a discount has type, amount and currency.', {
    path: subscriptionPath,
    of: ['products', 'discounts', 'value'],
    schema: schemas.discountValue,
  }),
  enumValue(subscriptionRequest, 'OFFER is a scope of discounts.', {
    path: subscriptionPath,
    of: ['products', 'discounts', 'scope'],
    value: 'OFFER',
  }),
  enumValue(subscriptionRequest, 'AUTO_ACTIVATE is an `endBehavior` of trials.', {
    path: subscriptionPath,
    of: ['trialConfig', 'endBehavior'],
    value: 'AUTO_ACTIVATE',
  }),
  everyValue(subscriptionRequest, '`changesBehavior` is one of three.', {
    paths: ({ subscriptionIds }) => subscriptionIds.map((id) => `/subscriptions/${id}`),
    member: 'changesBehavior',
    values: ['IMMEDIATE_WITH_PRORATE', 'NEXT_CYCLE', 'NO_CHANGES'],
  }),
  part(['2.3', 'GET /lines/{id}'], '`holder` of a line has id, name and federalTaxId.', {
    path: ({ lineId }) => `/lines/${lineId}`,
    of: ['holder'],
    schema: schemas.holder,
  }),
  everyValue(['2.6', 'GET /tax-receipts/{id}'], '`documentModel` is one of three.', {
    paths: ({ receiptIds }) => receiptIds.map((id) => `/tax-receipts/${id}`),
    member: 'documentModel',
    values: ['22', '62', 'DEBIT_RECEIPT'],
  }),
  ...Object.entries(balanceParts).map(([of, schema]) =>
    part(balanceRequest, `\`${of.split('.').at(-1)}\` of a balance has the listed members.`, {
      path: balancePath,
      of: of.split('.'),
      schema,
    }),
  ),
  enumValue(balanceRequest, 'PREPAID is a `billingType` of products.', {
    path: balancePath,
    of: ['balance', 'product', 'billingType'],
    value: 'PREPAID',
  }),
  enumValue(balanceRequest, 'SPOT is a `recurrence` of products.', {
    path: balancePath,
    of: ['balance', 'product', 'recurrence'],
    value: 'SPOT',
  }),
  enumValue(balanceRequest, 'DATA is a `type` of components.', {
    path: balancePath,
    of: ['balance', 'product', 'productComponents', 'type'],
    value: 'DATA',
  }),
];

/** Tests the members of a single record. */
const single = (
  [section, request]: readonly [string, string],
  says: string,
  path: (ids: Ids) => string,
  schema: z.ZodObject,
): Sentence => ({
  section,
  says,
  request,
  see: async ({ sendRequest, ids }) => `200, ${asListed(bodyOf(await sendRequest(path(ids))), schema)}`,
});

/** Tests a whole page of a list: its members, those of `meta`, and those of each item. */
const listed = (
  [section, request]: readonly [string, string],
  says: string,
  { path, page, item }: { readonly path: (ids: Ids) => string; readonly page: z.ZodObject; readonly item: z.ZodObject },
): Sentence => ({
  section,
  says,
  request,
  async see({ sendRequest, ids }) {
    const body = bodyOf(await sendRequest(path(ids))) as { readonly items: readonly Json[] };
    asListed(body, page);
    // Each member of the record is seen in some item, so that none is listed in vain.
    const seen = new Set(body.items.flatMap((each) => Object.keys(each)));
    expect(Object.keys(item.shape).filter((name) => !seen.has(name))).toEqual([]);
    return `200, each item has exactly the ${Object.keys(item.shape).length} listed members`;
  },
});

/** Section 2: the members of the records. */
export const records: readonly Sentence[] = [
  single(
    ['2.1', 'GET /orders/{orderId}'],
    'An order has exactly the listed members.',
    ({ orderId }) => `/orders/${orderId}`,
    schemas.order,
  ),
  part(['2.1', 'GET /orders/{failedOrderId}'], '`failure` of an order is an object of `failedAt` and `pendingSteps`.', {
    path: ({ failedOrderId }) => `/orders/${failedOrderId}`,
    of: ['failure'],
    schema: schemas.failure,
  }),
  {
    section: '2.2',
    says: 'A subscription has the listed members.',
    request: 'GET /subscriptions/{id}, before and after its end',
    async see({ sendRequest, ids }) {
      const open = bodyOf(await sendRequest(`/subscriptions/${ids.subscriptionId}`));
      const ended = bodyOf(await sendRequest(`/subscriptions/${ids.endedSubscriptionId}`));
      asListed(ended, schemas.subscription);
      expect(Object.keys({ ...open, ...ended }).toSorted()).toEqual(Object.keys(schemas.subscription.shape).toSorted());
      return `200, ${asListed(open, schemas.subscription)}`;
    },
  },
  single(
    ['2.3', 'GET /lines/{id}'],
    'A line has the listed members; its timestamps are date-times.',
    ({ lineId }) => `/lines/${lineId}`,
    schemas.line,
  ),
  listed(
    ['2.4', 'GET /inventory/pools/{poolId}/resources'],
    'In the list of a pool a resource has `typeId` and `poolId`.',
    {
      path: ({ poolId }) => `/inventory/pools/${poolId}/resources?limit=100&sortBy=updatedAt`,
      page: schemas.pageOfPooledResources,
      item: schemas.pooledResource,
    },
  ),
  listed(
    ['2.4', 'GET /inventory/resources'],
    'In the global list these are `type` (id, name) and `pool` (id, title); all other members are the same.',
    {
      path: ({ poolId }) => `/inventory/resources?poolId=${poolId}&limit=100&sortBy=updatedAt`,
      page: schemas.pageOfResources,
      item: schemas.resource,
    },
  ),
  listed(['2.5', 'GET /inventory/pools'], 'A pool has the listed members.', {
    path: () => '/inventory/pools',
    page: schemas.pageOfPools,
    item: schemas.pool,
  }),
  single(
    ['2.6', 'GET /tax-receipts/{id}'],
    'A tax receipt has the listed members.',
    ({ receiptId }) => `/tax-receipts/${receiptId}`,
    schemas.taxReceipt,
  ),
  single(
    ['2.7', 'GET /lines/{lineId}/products/{productId}/balances'],
    'The balance of a line and product has the listed members.',
    (ids) => `/lines/${ids.lineId}/products/${ids.productId}/balances`,
    schemas.balances,
  ),
  ...parts,
];
