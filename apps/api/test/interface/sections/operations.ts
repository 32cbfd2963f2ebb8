import { expect } from 'vitest';
import type { InterfaceWorld } from '../interface-world.ts';
import { asListed, line } from '../record-schemas.ts';
import { bodyOf, mediaTypeOf, type Sentence } from '../sentence.ts';

type Ids = InterfaceWorld['ids'];
interface Operation {
  readonly section: string;
  readonly route: string;
  readonly path: (ids: Ids, id?: string) => string;
  readonly lists?: boolean;
}

const unknownId = '018f0000-0000-7000-8000-000000000000';

/** The operations that only read. */
const reads: readonly Operation[] = [
  { section: '4.1', route: 'GET /orders/{orderId}', path: ({ orderId }, id = orderId) => `/orders/${id}` },
  {
    section: '4.2',
    route: 'GET /subscriptions/{id}',
    path: ({ subscriptionId }, id = subscriptionId) => `/subscriptions/${id}`,
  },
  {
    section: '4.3a',
    route: 'GET /inventory/pools/{poolId}/resources',
    path: ({ poolId }, id = poolId) => `/inventory/pools/${id}/resources`,
  },
  { section: '4.4', route: 'GET /inventory/resources', path: () => '/inventory/resources', lists: true },
  { section: '4.5', route: 'GET /inventory/pools', path: () => '/inventory/pools', lists: true },
  { section: '4.8', route: 'GET /tax-receipts/{id}', path: ({ receiptId }, id = receiptId) => `/tax-receipts/${id}` },
  {
    section: '4.9',
    route: 'GET /lines/{lineId}/products/{productId}/balances',
    path: ({ lineId, productId }, id = lineId) => `/lines/${id}/products/${productId}/balances`,
  },
];

const success = ({ section, route, path }: Operation): Sentence => ({
  section,
  says: 'It has no request body and returns application/json.',
  request: route,
  async see(world) {
    bodyOf(await world.sendRequest(path(world.ids)));
    await expectNoBodyDescribed(world, route);
    return '200 application/json; the document describes no body';
  },
});

async function expectNoBodyDescribed({ sendRequest }: InterfaceWorld, route: string): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const { paths } = bodyOf(await sendRequest('/openapi.json', { headers: {} })) as {
    paths: Record<string, Record<string, object>>;
  };
  const operation = paths[path]?.[method.toLowerCase()];
  expect(operation).toBeDefined();
  expect(operation).not.toHaveProperty('requestBody');
}

const problems = ({ section, route, path, lists }: Operation): Sentence => ({
  section,
  says: 'Its errors are problem details of application/problem+json.',
  request: `${route}: no key, an invalid id, an unknown id`,
  async see({ sendRequest, ids }) {
    const responses = [
      await sendRequest(path(ids), { headers: {} }),
      ...(lists
        ? [await sendRequest(`${path(ids)}?limit=0`)]
        : [await sendRequest(path(ids, 'no-uuid')), await sendRequest(path(ids, unknownId))]),
    ];
    expect(responses.map(mediaTypeOf)).toEqual(responses.map(() => 'application/problem+json'));
    expect(responses.map(({ status }) => status)).toEqual(lists ? [401, 400] : [401, 400, 404]);
    return `${responses.map(({ status }) => status).join(', ')} application/problem+json`;
  },
});

const change = (section: string, route: string, path: (id: string) => string, status: number): Sentence => ({
  section,
  says: `It has no request body and returns ${status} with the line, application/json.`,
  request: route,
  async see(world) {
    const body = bodyOf(await world.sendRequest(path(await world.anActiveLine()), { method: 'POST' }), status);
    await expectNoBodyDescribed(world, route);
    return `${status} application/json, ${asListed(body, line)}; its status is ${body['status']}`;
  },
});

/** Section 4.1 specifies the statuses of the operation and the format of the id. */
const getOrder: Sentence = {
  section: '4.1',
  says: 'Its id has the format uuid, and 400, 401, 404 and 500 are documented as problem details.',
  request: 'GET /openapi.json, /orders/{orderId}',
  async see({ sendRequest }) {
    const { paths } = bodyOf(await sendRequest('/openapi.json', { headers: {} })) as unknown as {
      paths: Record<
        string,
        {
          get: {
            parameters: { name?: string; schema?: object }[];
            responses: Record<string, { content: object; $ref?: string }>;
          };
        }
      >;
    };
    const operation = paths['/orders/{orderId}']?.get;
    expect(operation?.parameters.find(({ name }) => name === 'orderId')).toMatchObject({
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '400', '401', '404', '500']),
    );
    return 'uuid; 200, 400, 401, 404, 500';
  },
};

/** Section 4: each operation by its path, its response and its errors. */
export const operations: readonly Sentence[] = [
  getOrder,
  ...reads.flatMap((operation) => [success(operation), problems(operation)]),
  change('4.6', 'POST /lines/{id}/block', (id) => `/lines/${id}/block`, 200),
  change('4.7', 'POST /lines/{id}', (id) => `/lines/${id}`, 202),
];
