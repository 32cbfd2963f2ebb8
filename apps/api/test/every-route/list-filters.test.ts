import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import type { Route } from '@linework/http/define-route';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyRoute } from '../support/every-route.ts';
import { recordsFor, recordsOfABroker } from '../support/records.ts';
import { pathOf } from '../support/sample-of.ts';
import { send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

// A filter whose condition is always true, or is that of another column, shows what it should not.

const api = await startTestApi();
afterAll(() => api.close());
const own = await recordsOfABroker(api);
const { key } = await createApiKey(api.db, {
  name: 'of the owner',
  brokerId: own.broker.id,
  scopes: scopes.filter((scope) => scope !== 'operator'),
});

type Item = Readonly<Record<string, unknown>>;

const isList = ({ scope, query }: Route) =>
  scope !== null && scope !== 'operator' && query?.shape['page'] !== undefined && query.shape['limit'] !== undefined;

async function listOf(route: Route, query: Readonly<Record<string, string>> = {}): Promise<readonly Item[]> {
  const path = pathOf(route, () => recordsFor(route, own)[0] ?? '');
  const { status, text } = await send(api.port, {
    method: 'GET',
    path: `${path}?${new URLSearchParams({ limit: '100', ...query })}`,
    headers: { 'X-API-Key': key },
  });
  if (status !== 200) throw new Error(text);
  const { items, meta } = JSON.parse(text) as { readonly items: readonly Item[]; readonly meta: { total: number } };
  expect(meta.total).toBe(items.length);
  return items;
}

/** The values of a filter, as its schema says; empty for one that has no enumeration. */
function valuesOf(schema: z.ZodType | undefined): readonly string[] {
  const text = JSON.stringify(schema === undefined ? {} : z.toJSONSchema(schema, { unrepresentable: 'any' }));
  const [, values] = /"enum":(\[[^\]]*\])/.exec(text) ?? [];
  return values === undefined ? [] : (JSON.parse(values) as readonly string[]);
}

const byStatus = everyRoute(isList)
  .map(([name, route]) => [name, route, valuesOf(route.query?.shape['status'] as z.ZodType | undefined)] as const)
  .filter(([, , values]) => values.length > 0);

describe.each(byStatus)('%s', (_name, route, values) => {
  it('shows by each status the records that have it, and no other', async () => {
    const all = await listOf(route);
    for (const status of values) {
      const having = all.filter((item) => item['status'] === status);
      expect([status, await listOf(route, { status })]).toEqual([status, having]);
    }
  });
});

/** The filters by a time, each with the member that it compares. */
const bounds = (route: Route) =>
  Object.keys(route.query?.shape ?? {}).flatMap((name) => {
    const [, member, end] = /^(\w+At)(From|To)$/.exec(name) ?? [];
    return member === undefined ? [] : [{ name, member, isLower: end === 'From' }];
  });
const byTime = everyRoute(isList).filter(([, route]) => bounds(route).length > 0);

describe.each(byTime)('%s', (_name, route) => {
  it.each(bounds(route))('shows by $name what is within it, and no other', async ({ name, member, isLower }) => {
    expect(await listOf(route, { [name]: isLower ? '9000-01-01T00:00:00Z' : '1000-01-01T00:00:00Z' })).toEqual([]);
    const all = await listOf(route);
    const times = all.flatMap((item) => (typeof item[member] === 'string' ? [item[member]] : [])).toSorted();
    const middle = times[Math.floor(times.length / 2)];
    if (middle === undefined) return;
    const isWithin = (time: unknown) => typeof time === 'string' && (isLower ? time >= middle : time <= middle);
    expect(await listOf(route, { [name]: middle })).toEqual(all.filter((item) => isWithin(item[member])));
  });
});

it('finds lists with these filters', () => {
  expect(byStatus.length).toBeGreaterThan(10);
  expect(byTime.length).toBeGreaterThan(10);
});
