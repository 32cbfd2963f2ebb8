import { expect } from 'vitest';
import type { PlainResponse } from '../../support/send.ts';
import { publicUrl } from '../../support/test-api.ts';
import type { InterfaceWorld } from '../interface-world.ts';
import { asListed, problem } from '../record-schemas.ts';
import { bodyOf, mediaTypeOf, type Sentence } from '../sentence.ts';

const names = [
  'validation-error',
  'unauthorized',
  'forbidden',
  'not-found',
  'conflict',
  'invalid-status-transition',
  'internal-server-error',
  'not-acceptable',
  'portability-rejected',
];

const unknownId = '018f0000-0000-7000-8000-000000000000';

const unknownNumber = {
  ticket: 'T1',
  msisdn: '+5511912345678',
  recipient: '55341',
  windowFrom: '2026-01-01T00:00:00Z',
};
const asJson = (key: string) => ({ 'X-API-Key': key, 'Content-Type': 'application/json' });
const post = (key: string, body: object) => ({ method: 'POST', headers: asJson(key), body: JSON.stringify(body) });

/** A request for each type of problem. */
const requests: readonly (readonly [
  request: string,
  name: string,
  status: number,
  sendRequest: (world: InterfaceWorld) => Promise<PlainResponse>,
])[] = [
  ['GET /orders/no-uuid', 'validation-error', 400, ({ sendRequest }) => sendRequest('/orders/no-uuid')],
  [
    'GET /orders/{orderId} without a key',
    'unauthorized',
    401,
    ({ sendRequest, ids }) => sendRequest(`/orders/${ids.orderId}`, { headers: {} }),
  ],
  ['GET /orders/{id} of an unknown order', 'not-found', 404, ({ sendRequest }) => sendRequest(`/orders/${unknownId}`)],
  [
    'POST /lines/{id}/unblock of an ACTIVE line',
    'invalid-status-transition',
    409,
    async ({ sendRequest, anActiveLine }) => sendRequest(`/lines/${await anActiveLine()}/unblock`, { method: 'POST' }),
  ],
  [
    'GET /inventory/pools with a key for lines',
    'forbidden',
    403,
    ({ sendAsLineReader }) => sendAsLineReader('/inventory/pools'),
  ],
  [
    'POST /inventory/types with a code that another type has',
    'conflict',
    409,
    ({ sendRequest, keys }) =>
      sendRequest('/inventory/types', post(keys.operator, { code: 'SIM', name: 'Another', reusable: true })),
  ],
  [
    'GET /orders/{orderId}, Accept: text/html',
    'not-acceptable',
    406,
    ({ sendRequest, ids, keys }) =>
      sendRequest(`/orders/${ids.orderId}`, { headers: { 'X-API-Key': keys.broker, Accept: 'text/html' } }),
  ],
  [
    'POST /portability/port-outs of a number that no line has',
    'portability-rejected',
    422,
    ({ sendRequest, keys }) => sendRequest('/portability/port-outs', post(keys.broker, unknownNumber)),
  ],
  [
    'GET /orders/{orderId} of an order whose search throws an error',
    'internal-server-error',
    500,
    async ({ sendRequest, failingOrderId, takeErrors }) => {
      const response = await sendRequest(`/orders/${failingOrderId}`);
      expect(takeErrors()).toHaveLength(1);
      return response;
    },
  ],
];

/** Sections 5, 7 and 9. */
export const keysAndErrors: readonly Sentence[] = [
  {
    section: '5',
    says: 'Every operation is protected by a key in the header X-API-Key.',
    request: 'GET /inventory/pools without a key, with a wrong key, with a valid key',
    async see({ sendRequest }) {
      const responses = [
        await sendRequest('/inventory/pools', { headers: {} }),
        await sendRequest('/inventory/pools', { headers: { 'X-API-Key': 'wrong' } }),
        await sendRequest('/inventory/pools'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([401, 401, 200]);
      return '401, 401, 200';
    },
  },
  ...requests.map(
    ([request, name, status, send]): Sentence => ({
      section: '7',
      says: `A problem has type, title and status, and may have detail and instance; \`${name}\` is one of its types.`,
      request,
      async see(world) {
        const response = await send(world);
        const body: unknown = JSON.parse(response.text);
        expect(response.status).toBe(status);
        expect(mediaTypeOf(response)).toBe('application/problem+json');
        asListed(body, problem);
        expect(body).toMatchObject({ type: `${publicUrl}/problems/${name}`, status });
        return `${status}, {errors_base}/${name}, application/problem+json`;
      },
    }),
  ),
  {
    section: '7',
    says: 'A problem may have additional members.',
    request: 'GET /orders/no-uuid',
    async see({ sendRequest }) {
      const {
        type: _type,
        title: _title,
        status: _status,
        detail: _detail,
        instance: _instance,
        ...more
      } = JSON.parse((await sendRequest('/orders/no-uuid')).text);
      expect(Object.keys(more)).toEqual(expect.arrayContaining(['code', 'errors']));
      return '`code` and `errors`';
    },
  },
  {
    section: '7',
    says: 'The type of a problem is one of nine.',
    request: 'GET /openapi.json, Problem',
    async see({ sendRequest }) {
      const { components } = bodyOf(await sendRequest('/openapi.json', { headers: {} })) as {
        components: { schemas: { Problem: { properties: { type: { enum: string[] } } } } };
      };
      const found = components.schemas.Problem.properties.type.enum.map((type) => type.split('/').at(-1));
      expect(found.toSorted()).toEqual(names.toSorted());
      expect(requests.map(([, name]) => name).toSorted()).toEqual(names.toSorted());
      return 'the nine types; each has a row above';
    },
  },
  {
    section: '9',
    says: 'The document has the version 1.0.0, and paths have no version.',
    request: 'GET /openapi.json',
    async see({ sendRequest }) {
      const { info, paths } = bodyOf(await sendRequest('/openapi.json', { headers: {} })) as {
        info: { version: string };
        paths: Record<string, unknown>;
      };
      expect(info.version).toBe('1.0.0');
      expect(Object.keys(paths).filter((path) => /\/v\d/.test(path))).toEqual([]);
      return '1.0.0; no path with a version';
    },
  },
];
