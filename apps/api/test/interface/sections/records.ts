import { expect } from 'vitest';
import type { InterfaceWorld } from '../interface-world.ts';
import { asListed, type Members } from '../members.ts';
import { balances, line, orderWithout, pool, sharedByResources, step, subscription, taxReceipt } from '../record-members.ts';
import { bodyOf, type Sentence } from '../sentence.ts';

type Ids = InterfaceWorld['ids'];

type Json = Readonly<Record<string, unknown>>;

/** Tests a part of a record: an object, or the first item of a list. */
const part = (
  [section, request]: readonly [string, string],
  says: string,
  { path, of, members }: { readonly path: (ids: Ids) => string; readonly of: readonly string[]; readonly members: Members },
): Sentence => ({
  section,
  says,
  request,
  async see({ sendRequest, ids }) {
    const found = of.reduce<unknown>((value, name) => firstOf((value as Json)[name]), bodyOf(await sendRequest(path(ids))));
    return `\`${of.join('.')}\` has ${asListed(found, members)}`;
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
    expect(of.reduce<unknown>((found, name) => firstOf((found as Json)[name]), bodyOf(await sendRequest(path(ids))))).toBe(value);
    return `\`${of.join('.')}\` is ${value}`;
  },
});

/** Tests that each value of an enum occurs in a record. */
const everyValue = (
  [section, request]: readonly [string, string],
  says: string,
  { paths, member, values }: { readonly paths: (world: InterfaceWorld) => readonly string[]; readonly member: string; readonly values: readonly string[] },
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

const membersOf = (members: Members, ...names: readonly string[]): Members =>
  names.reduce<Members>((within, name) => firstOf(within[name]) as Members, members);

const order = ['2.1', 'GET /orders/{orderId}'] as const;
const orderPath = ({ orderId }: Ids) => `/orders/${orderId}`;
const subscriptionRequest = ['2.2', 'GET /subscriptions/{id}'] as const;
const subscriptionPath = ({ subscriptionId }: Ids) => `/subscriptions/${subscriptionId}`;
const balanceRequest = ['2.7', 'GET /lines/{lineId}/products/{productId}/balances'] as const;
const balancePath = ({ lineId, productId }: Ids) => `/lines/${lineId}/products/${productId}/balances`;

/** The parts of the records. */
const parts: readonly Sentence[] = [
  part(order, '`resource` of an order has exactly `type` and `id`.', { path: orderPath, of: ['resource'], members: { type: 'string', id: 'string' } }),
  part(order, 'An order step has exactly the listed members.', { path: orderPath, of: ['steps'], members: step }),
  ...['billingCycle', 'trialConfig'].map((name) =>
    part(subscriptionRequest, `\`${name}\` of a subscription has the listed members.`, {
      path: subscriptionPath,
      of: [name],
      members: membersOf(subscription, name),
    }),
  ),
  part(subscriptionRequest, 'A subscription product has the listed members.', {
    path: subscriptionPath,
    of: ['products'],
    members: membersOf(subscription, 'products'),
  }),
  part(subscriptionRequest, 'A discount has the listed members.', {
    path: subscriptionPath,
    of: ['products', 'discounts'],
    members: membersOf(subscription, 'products', 'discounts'),
  }),
  part(subscriptionRequest, '`value` of a discount has type, amount and currency.', {
    path: subscriptionPath,
    of: ['products', 'discounts', 'value'],
    members: membersOf(subscription, 'products', 'discounts', 'value'),
  }),
  enumValue(subscriptionRequest, 'OFFER is a scope of discounts.', { path: subscriptionPath, of: ['products', 'discounts', 'scope'], value: 'OFFER' }),
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
    members: membersOf(line, 'holder'),
  }),
  everyValue(['2.6', 'GET /tax-receipts/{id}'], '`documentModel` is one of three.', {
    paths: ({ receiptIds }) => receiptIds.map((id) => `/tax-receipts/${id}`),
    member: 'documentModel',
    values: ['22', '62', 'DEBIT_RECEIPT'],
  }),
  ...[['balance'], ['balance', 'balanceCredits'], ['balance', 'product'], ['balance', 'product', 'features'], ['balance', 'product', 'productComponents']].map(
    (of) => part(balanceRequest, `\`${of.at(-1)}\` of a balance has the listed members.`, { path: balancePath, of, members: membersOf(balances, ...of) }),
  ),
  enumValue(balanceRequest, 'PREPAID is a `billingType` of products.', { path: balancePath, of: ['balance', 'product', 'billingType'], value: 'PREPAID' }),
  enumValue(balanceRequest, 'SPOT is a `recurrence` of products.', { path: balancePath, of: ['balance', 'product', 'recurrence'], value: 'SPOT' }),
  enumValue(balanceRequest, 'DATA is a `type` of components.', { path: balancePath, of: ['balance', 'product', 'productComponents', 'type'], value: 'DATA' }),
];

/** Tests the members of a single record. */
const single = ([section, request]: readonly [string, string], says: string, path: (ids: Ids) => string, members: Members): Sentence => ({
  section,
  says,
  request,
  see: async ({ sendRequest, ids }) => `200, ${asListed(bodyOf(await sendRequest(path(ids))), members)}`,
});

/** Tests the members of list items. The table of members cannot express the list of strings `associatedResourceIds`, so it is tested separately. */
const listed = ([section, request]: readonly [string, string], says: string, path: (ids: Ids) => string, members: Members): Sentence => ({
  section,
  says,
  request,
  async see({ sendRequest, ids }) {
    const { items } = bodyOf(await sendRequest(path(ids))) as { items: Record<string, unknown>[] };
    const results = items.map(({ associatedResourceIds, ...item }) => {
      if (members !== pool) expect(associatedResourceIds).toEqual(expect.any(Array));
      return asListed(item, members);
    });
    return `200, each item has ${results[0]}`;
  },
});

/** Section 2: the members of the records. */
export const records: readonly Sentence[] = [
  single(['2.1', 'GET /orders/{orderId}'], 'An order has exactly the listed members.', ({ orderId }) => `/orders/${orderId}`, {
    ...orderWithout,
    failure: 'null',
  }),
  single(
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
    says: 'A subscription has the listed members.',
    request: 'GET /subscriptions/{id}',
    async see({ sendRequest, ids }) {
      const open = asListed(bodyOf(await sendRequest(`/subscriptions/${ids.subscriptionId}`)), subscription);
      asListed(bodyOf(await sendRequest(`/subscriptions/${ids.endedSubscriptionId}`)), { ...subscription, endedAt: 'timestamp' });
      return `200, ${open}; after its end also \`endedAt\`, which is not listed`;
    },
  },
  single(['2.3', 'GET /lines/{id}'], 'A line has the listed members; its timestamps are date-times.', ({ lineId }) => `/lines/${lineId}`, line),
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
    'In the global list these are `type` (id, name) and `pool` (id, title); all other members are the same.',
    () => '/inventory/resources',
    {
      ...sharedByResources,
      type: { id: 'string', name: 'string' },
      pool: { id: 'string', title: 'string' },
    },
  ),
  listed(['2.5', 'GET /inventory/pools'], 'A pool has the listed members.', () => '/inventory/pools', pool),
  single(['2.6', 'GET /tax-receipts/{id}'], 'A tax receipt has the listed members.', ({ receiptId }) => `/tax-receipts/${receiptId}`, taxReceipt),
  single(
    ['2.7', 'GET /lines/{lineId}/products/{productId}/balances'],
    'The balance of a line and product has the listed members.',
    (ids) => `/lines/${ids.lineId}/products/${ids.productId}/balances`,
    balances,
  ),
  ...parts,
];
