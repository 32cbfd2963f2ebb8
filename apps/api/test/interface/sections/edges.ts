import { expect } from 'vitest';
import type { PlainRequest, PlainResponse } from '../../support/send.ts';
import type { InterfaceWorld } from '../interface-world.ts';
import { asListed, problem } from '../record-schemas.ts';
import { bodyOf, mediaTypeOf, type Sentence } from '../sentence.ts';

/** The nine operations, each with a request that succeeds. The two that change a line get a new one. */
const nine: readonly {
  readonly request: string;
  readonly aPath: (world: InterfaceWorld) => string | Promise<string>;
  readonly status: number;
}[] = [
  { request: 'GET /orders/{orderId}', aPath: ({ ids }) => `/orders/${ids.orderId}`, status: 200 },
  { request: 'GET /subscriptions/{id}', aPath: ({ ids }) => `/subscriptions/${ids.subscriptionId}`, status: 200 },
  { request: 'GET /inventory/pools', aPath: () => '/inventory/pools', status: 200 },
  {
    request: 'GET /inventory/pools/{poolId}/resources',
    aPath: ({ ids }) => `/inventory/pools/${ids.poolId}/resources`,
    status: 200,
  },
  { request: 'GET /inventory/resources', aPath: () => '/inventory/resources', status: 200 },
  {
    request: 'POST /lines/{id}/block',
    aPath: async ({ anActiveLine }) => `/lines/${await anActiveLine()}/block`,
    status: 200,
  },
  { request: 'POST /lines/{id}', aPath: async ({ anActiveLine }) => `/lines/${await anActiveLine()}`, status: 202 },
  { request: 'GET /tax-receipts/{id}', aPath: ({ ids }) => `/tax-receipts/${ids.receiptId}`, status: 200 },
  {
    request: 'GET /lines/{lineId}/products/{productId}/balances',
    aPath: ({ ids }) => `/lines/${ids.lineId}/products/${ids.productId}/balances`,
    status: 200,
  },
];

const methodOf = (request: string): string => request.split(' ')[0] ?? '';

/** Returns the problem of a response in words. */
function problemOf(response: PlainResponse): string {
  const body: unknown = JSON.parse(response.text);
  expect(mediaTypeOf(response)).toBe('application/problem+json');
  asListed(body, problem);
  const { type, status } = problem.parse(body);
  expect(status).toBe(response.status);
  return `${status} ${type.split('/').at(-1)}`;
}

const withoutKey: readonly Sentence[] = nine.map(({ request, aPath }) => ({
  section: '5',
  says: 'The operation needs a key.',
  request: `${request} without a key`,
  async see(world) {
    const path = await aPath(world);
    const seen = problemOf(await world.sendRequest(path, { method: methodOf(request), headers: {} }));
    expect(seen).toBe('401 unauthorized');
    if (methodOf(request) === 'POST')
      expect(bodyOf(await world.sendRequest(path.replace('/block', '')))).toMatchObject({ status: 'ACTIVE' });
    return seen;
  },
}));

const bodies: Readonly<Record<string, Pick<PlainRequest, 'body' | 'headers'>>> = {
  '{}': { body: '{}' },
  null: { body: 'null' },
  '[]': { body: '[]' },
  'no byte, chunked': { headers: { 'Transfer-Encoding': 'chunked' } },
};

/** Sends a body that says nothing to each operation. */
const withBody: readonly Sentence[] = nine.map(({ request, aPath, status }) => ({
  section: '4',
  says: 'The operation takes no request body. `{}` and `null` say nothing, and any other value is rejected.',
  request: `${request} with ${Object.keys(bodies).join('; ')}`,
  async see(world) {
    const seen: string[] = [];
    for (const { headers, ...body } of Object.values(bodies)) {
      const all = { 'X-API-Key': world.keys.broker, 'Content-Type': 'application/json', ...headers };
      const response = await world.sendRequest(await aPath(world), {
        method: methodOf(request),
        headers: all,
        ...body,
      });
      seen.push(response.status === status ? String(status) : problemOf(response));
    }
    expect(seen).toEqual([String(status), String(status), '400 validation-error', String(status)]);
    return seen.join('; ');
  },
}));

const listPaths = (world: InterfaceWorld) => [
  '/inventory/resources',
  `/inventory/pools/${world.ids.poolId}/resources`,
  '/inventory/pools',
];

/** A query that each of the three lists rejects, with the parameter that the problem names. */
const rejected = (says: string, query: string, parameter: string): Sentence => ({
  section: '4.3',
  says,
  request: `the three lists with ?${query}`,
  async see(world) {
    for (const path of listPaths(world)) {
      const response = await world.sendRequest(`${path}?${query}`);
      expect(problemOf(response)).toBe('400 validation-error');
      expect(JSON.parse(response.text)).toMatchObject({ errors: [{ parameter }] });
    }
    return `400, ${parameter}`;
  },
});

const encode = (text: string): string => encodeURIComponent(text);

async function totalOf({ sendAsOperator }: InterfaceWorld, path: string, query: string): Promise<number> {
  return (bodyOf(await sendAsOperator(`${path}?${query}`)) as { readonly meta: { readonly total: number } }).meta.total;
}

/** A bound between two milliseconds: the times of the records have milliseconds. */
const microseconds: Sentence = {
  section: '4.3',
  says:
    'A bound may have microseconds: the lower one excludes what is before it, the upper one includes what is up to ' +
    'it.',
  request: 'GET /inventory/resources?createdAtFrom=T.000001Z, then createdAtTo=T.000001Z, for a resource of the time T',
  async see(world) {
    const times = world.stock.resources.map(({ createdAt }) => createdAt).toSorted();
    const at = times[Math.floor(times.length / 2)] ?? '';
    const after = encode(at.replace('Z', '001Z'));
    const isAfter = times.filter((time) => time > at).length;
    expect(await totalOf(world, '/inventory/resources', `createdAtFrom=${after}`)).toBe(isAfter);
    expect(await totalOf(world, '/inventory/resources', `createdAtTo=${after}`)).toBe(times.length - isAfter);
    return 'without the resource, then with it';
  },
};

const reversed: Sentence = {
  section: '4.3',
  says: 'A lower bound after the upper bound finds nothing.',
  request: 'GET /inventory/resources?createdAtFrom=2026-12-31&createdAtTo=2026-01-01, then of updatedAt',
  async see(world) {
    for (const member of ['createdAt', 'updatedAt']) {
      expect(await totalOf(world, '/inventory/resources', `${member}From=2026-12-31&${member}To=2026-01-01`)).toBe(0);
    }
    return '200, 0 items';
  },
};

/** Q9, Q10 and Q12 on the list of a pool, whose resources have one type and one broker. */
const onPool: readonly Sentence[] = [
  {
    section: '4.3a',
    says: 'Q9, `status`, accepts several values in the list of a pool too, repeated or with commas.',
    request: 'GET /inventory/pools/{poolId}/resources?status=reserved&status=active, then status=reserved,active',
    async see(world) {
      const path = `/inventory/pools/${world.ids.poolId}/resources`;
      const expected = world.stock.resources.filter(
        ({ poolId, status }) => poolId === world.ids.poolId && ['reserved', 'active'].includes(status),
      );
      for (const query of ['status=reserved&status=active', 'status=reserved,active'])
        expect(await totalOf(world, path, query)).toBe(expected.length);
      return 'exactly the resources of both values, in both notations';
    },
  },
  {
    section: '4.3a',
    says:
      'Q10, `typeId`, and Q12, `brokerId`, accept several values in the list of a pool too, ' +
      'repeated or with commas.',
    request: 'GET /inventory/pools/{poolId}/resources?typeId=A&typeId=B, then typeId=A,B; the same with brokerId',
    async see(world) {
      const path = `/inventory/pools/${world.ids.poolId}/resources`;
      const own = world.stock.resources.filter(({ poolId }) => poolId === world.ids.poolId);
      for (const member of ['typeId', 'brokerId'] as const) {
        const [mine, ...others] = [
          ...new Set([own[0]?.[member] ?? '', ...world.stock.resources.map((each) => each[member])]),
        ];
        const [one = '', two = ''] = others;
        for (const query of [`${member}=${mine}&${member}=${one}`, `${member}=${mine},${one}`])
          expect(await totalOf(world, path, query)).toBe(own.length);
        for (const query of [`${member}=${one}&${member}=${two}`, `${member}=${one},${two}`])
          expect(await totalOf(world, path, query)).toBe(0);
      }
      return 'all with the own type or broker, none without, in both notations';
    },
  },
];

/** The id of a type or its code, in each list. */
const typesByCode: Sentence = {
  section: '4.3',
  says: 'Q10, `typeId`, accepts ids and codes of types.',
  request: 'the three lists with ?typeId={id}, ?typeId={code}, ?typeId={id},{code of another}',
  async see(world) {
    const { items } = bodyOf(await world.sendAsOperator('/inventory/types')) as {
      readonly items: readonly { readonly id: string; readonly code: string }[];
    };
    const [sim, profile] = ['SIM', 'PROFILE'].map((code) => items.find((type) => type.code === code)?.id ?? '');
    for (const path of listPaths(world)) {
      const [simsById, profilesById] = [
        await totalOf(world, path, `typeId=${sim}`),
        await totalOf(world, path, `typeId=${profile}`),
      ];
      expect(simsById + profilesById).toBeGreaterThan(0);
      expect(await totalOf(world, path, 'typeId=SIM')).toBe(simsById);
      expect(await totalOf(world, path, 'typeId=PROFILE')).toBe(profilesById);
      expect(await totalOf(world, path, `typeId=${sim},PROFILE`)).toBe(simsById + profilesById);
      expect(await totalOf(world, path, 'typeId=no-type')).toBe(0);
    }
    return 'the same for an id and its code; nothing for an unknown code';
  },
};

/** Two readings of "match exactly". Linework has chosen the first. */
const attributes: Sentence = {
  section: '4.3',
  says:
    'Q13, `attributes`: each member of the filter is equal to that of the resource, which may have others. `{a}` ' +
    'finds `{a}` and `{a, b}`, not only `{a}`.',
  request:
    'GET /inventory/resources and /inventory/pools/{poolId}/resources?attributes={"tier":"gold"}, then ' +
    '{"tier":"gold","lot":{"x":1}}, then {"lot":{}}',
  async see(world) {
    const withBoth = await world.aResourceWith({ tier: 'gold', lot: { x: 1 } });
    for (const path of listPaths(world).slice(0, 2)) {
      const find = async (filter: object): Promise<readonly string[]> => {
        const { items } = bodyOf(await world.sendAsOperator(`${path}?attributes=${encode(JSON.stringify(filter))}`));
        return (items as readonly { readonly id: string }[]).map(({ id }) => id);
      };
      const byOne = await find({ tier: 'gold' });
      expect(byOne).toContain(withBoth);
      expect(byOne.length).toBeGreaterThan(1);
      expect(await find({ tier: 'gold', lot: { x: 1 } })).toEqual([withBoth]);
      // A part of a member is not the member.
      expect(await find({ lot: {} })).toEqual([]);
    }
    return '`{a}` and `{a, b}`; `{a, b}` alone; nothing';
  },
};

/** What a client may try beside the rule: keys, bodies, limits, bounds, and both readings of a filter. */
export const edges: readonly Sentence[] = [
  ...withoutKey,
  ...withBody,
  ...['0', '-1', '1e1', '101', ''].map((limit) =>
    rejected(
      `Q1, \`limit\`, is a whole number from 1 to 100, and ${limit || 'an empty text'} is none.`,
      `limit=${limit}`,
      'limit',
    ),
  ),
  rejected('Q1, `limit`, is given once.', 'limit=1&limit=2', 'limit'),
  rejected('Q3, `sortOrder`, is in lower case.', 'sortOrder=DESC', 'sortOrder'),
  microseconds,
  reversed,
  typesByCode,
  ...onPool,
  // It adds a resource, so it is the last.
  attributes,
];
