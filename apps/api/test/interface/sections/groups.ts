import { expect } from 'vitest';
import { bodyOf, type Sentence } from '../sentence.ts';

/** The text of the interface for each group, and its operations. */
const groups: readonly (readonly [tag: string, content: string, operations: readonly string[]])[] = [
  ['lines', 'line lifecycle', ['get /lines', 'get /lines/{id}', 'post /lines/{id}', 'post /lines/{id}/block']],
  ['payments', 'listing and lookup', ['get /payments', 'get /payments/{id}']],
  [
    'payment-methods',
    'lifecycle',
    ['post /payment-methods', 'post /payment-methods/{id}/suspend', 'delete /payment-methods/{id}'],
  ],
  [
    'tax-receipts',
    'listing, lookup, document download',
    ['get /tax-receipts', 'get /tax-receipts/{id}', 'get /tax-receipts/{id}/document'],
  ],
  [
    'subscriptions',
    'lookup, product management, invoices',
    [
      'get /subscriptions/{id}',
      'post /subscriptions/{id}/products',
      'delete /subscriptions/{id}/products/{productId}',
      'get /subscriptions/{id}/invoices',
    ],
  ],
  ['holders', 'customer listing, lookup, creation', ['get /holders', 'get /holders/{id}', 'post /holders']],
  [
    'usage',
    'balance and consumption of a line and product',
    ['get /lines/{lineId}/products/{productId}/balances', 'get /lines/{lineId}/products/{productId}/consumption'],
  ],
  [
    'Portability',
    'port-in requests and consolidated portability status',
    ['post /portability/port-ins', 'get /portability/status'],
  ],
  [
    'Inventory',
    'resource pools, the resources in a pool, reservations',
    ['get /inventory/pools', 'get /inventory/pools/{poolId}/resources', 'post /inventory/reservations'],
  ],
  ['Catalog', 'offers', ['get /catalog/offers', 'get /catalog/offers/{id}']],
  ['orders', 'listing and lookup', ['get /orders', 'get /orders/{orderId}']],
];

type Paths = Readonly<Record<string, Readonly<Record<string, { readonly tags?: readonly string[] }>>>>;

/** Section 1: the groups of operations, and the two separate services. */
export const operationGroups: readonly Sentence[] = [
  ...groups.map(
    ([tag, content, operations]): Sentence => ({
      section: '1',
      says: `The group ${tag} has ${content}.`,
      request: `GET /openapi.json, ${tag}`,
      async see({ sendRequest }) {
        const { paths } = bodyOf(await sendRequest('/openapi.json', { headers: {} })) as unknown as { paths: Paths };
        for (const operation of operations) {
          const [method = '', path = ''] = operation.split(' ');
          expect(paths[path]?.[method]?.tags, operation).toEqual([tag]);
        }
        return operations.map((operation) => operation.replace(/^\w+/, (method) => method.toUpperCase())).join(', ');
      },
    }),
  ),
  {
    section: '1',
    says: 'Orders may come from a separate order service.',
    request: 'GET /orders/{orderId} and GET /orders of a Linework whose ORDERS_URL is another Linework',
    async see({ sendToConnected, ids }) {
      expect(bodyOf(await sendToConnected(`/orders/${ids.orderId}`))).toMatchObject({ id: ids.orderId });
      const { items } = bodyOf(await sendToConnected('/orders')) as { items: { id: string }[] };
      expect(items.map(({ id }) => id)).toEqual(expect.arrayContaining([ids.orderId, ids.failedOrderId]));
      return '200, orders of the other Linework';
    },
  },
  {
    section: '1',
    says: 'Offers may come from a separate catalog service.',
    request: 'POST /subscriptions in a Linework whose CATALOG_URL is another Linework, for an offer of the other',
    async see({ sendToConnected, connectedHolder, ids, keys }) {
      const body = {
        customerId: connectedHolder,
        offerVersionId: ids.offerVersionId,
        billingCycle: { frequency: 'MONTHLY', billingType: 'PREPAID' },
      };
      const headers = { 'X-API-Key': keys.brokerAtConnected, 'Content-Type': 'application/json' };
      const created = bodyOf(
        await sendToConnected('/subscriptions', { method: 'POST', headers, body: JSON.stringify(body) }),
        201,
      );
      expect(created).toMatchObject({ products: [{ offerVersionId: ids.offerVersionId }] });
      return '201, with the products of the offer';
    },
  },
];
