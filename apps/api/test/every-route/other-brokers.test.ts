import { scopes } from '@linework/auth/scopes';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import type { Route } from '@linework/http/define-route';
import { anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { anOffer } from '@linework/testing/an-offer';
import { afterAll, describe, expect, it } from 'vitest';
import { everyRoute, namesRecord } from '../support/every-route.ts';
import { nameRecords, readFilterValues } from '../support/filter-values.ts';
import { problemIn } from '../support/problem-in.ts';
import { readDatabaseState } from '../support/read-database-state.ts';
import { filtersOf, recordsFor, recordsOfABroker } from '../support/records.ts';
import { aBodyFor, pathOf } from '../support/sample-of.ts';
import { type PlainAnswer, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const foreign = await recordsOfABroker(api);
await nameRecords(api.db, foreign.broker.id);
const brokerScopes = scopes.filter((scope) => scope !== 'operator');
const { key: foreignKey } = await createApiKey(api.db, { name: 'of the other broker', brokerId: foreign.broker.id, scopes: brokerScopes });
const own = await api.aClient();
await anActiveLine(api.db, { brokerId: own.broker.id });
const ownOffer = await anOffer(api.db, { brokerId: own.broker.id });
const ownPool = await aPool(api.db, { brokerId: own.broker.id, count: 1 });
const ownSubscription = await aSubscription(api.db, 'ACTIVE', { brokerId: own.broker.id });
const unknownId = '018f0000-0000-7000-8000-000000000000';

/** Operators see every broker: for them no record is another's. */
const forBrokers = ({ scope }: Route) => scope !== null && scope !== 'operator';

function ask(route: Route, path: string, headers: Readonly<Record<string, string>> = {}): Promise<PlainAnswer> {
  const body = aBodyFor(route);
  const sent = { 'X-API-Key': own.key, 'X-Request-Id': 'the-same', ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  return send(api.port, { method: route.method, path, headers: sent, ...(body !== undefined && { body }) });
}

describe.each(everyRoute((route) => forBrokers(route) && namesRecord(route)))('%s', (_name, route) => {
  it.each(recordsFor(route, foreign))("answers 404 to the id of another broker's record, in the words for one that is not there (%#)", async (foreignId) => {
    const before = await readDatabaseState(api.db);
    const answer = await ask(
      route,
      pathOf(route, () => foreignId),
    );
    expect(answer.status).toBe(404);
    problemIn(answer);
    const unknown = await ask(
      route,
      pathOf(route, () => unknownId),
    );
    expect(unknown.status).toBe(404);
    expect(answer.text.replaceAll(foreignId, unknownId)).toBe(unknown.text);
    expect(await readDatabaseState(api.db)).toEqual(before);
    expect(api.wakeUps).toEqual([]);
  });

  it.each(recordsFor(route, foreign))('does so with an Idempotency-Key, too (%#)', async (foreignId) => {
    const before = await readDatabaseState(api.db);
    const path = pathOf(route, () => foreignId);
    expect((await ask(route, path, { 'Idempotency-Key': `${route.name}-${path}` })).status).toBe(404);
    expect(await readDatabaseState(api.db)).toEqual(before);
  });
});

const isList = (route: Route) => forBrokers(route) && route.query?.shape['page'] !== undefined;

/** Where a list is read: its own address, or in the caller's own record when it is the list of one. */
const ownRecords: Readonly<Record<string, string>> = { poolId: ownPool.id, id: ownPool.resourceIds[0] ?? '' };
const ownOf = [
  ['/subscriptions/', ownSubscription.id],
  ['/catalog/offers/', ownOffer.id],
] as const;
const ownPath = (route: Route) => pathOf(route, (name) => ownOf.find(([start]) => route.path.startsWith(start))?.[1] ?? ownRecords[name] ?? '');

describe.each(everyRoute(isList))('%s', (_name, route) => {
  it('holds no record of another broker, and counts none', async () => {
    const { status, text } = await ask(route, ownPath(route));
    expect(status).toBe(200);
    expect(text).not.toContain(foreign.broker.id);
    expect(JSON.parse(text).meta.total).toBe(JSON.parse(text).items.length);
  });

  it.each(filtersOf(route, foreign))("is empty when %s is another broker's", async (name, id) => {
    const { status, text } = await ask(route, `${ownPath(route)}?${name}=${id}`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ items: [], meta: { total: 0, totalPages: 0 } });
  });
});

/** Where the other broker reads a list: in a record of its own where it is the list of one. */
const foreignPath = (route: Route) => pathOf(route, () => recordsFor(route, foreign)[0] ?? '');

const picksByValue = (route: Route) => forBrokers(route) && route.method === 'get' && route.query !== undefined;
const byValue = await Promise.all(
  everyRoute(picksByValue).map(async ([name, route]) => [name, route, await readFilterValues(route, api.db, foreign.broker.id)] as const),
);

describe.each(byValue.filter(([, , values]) => values.length > 0))('%s', (_name, route, values) => {
  it.each(values)("answers to another broker's $name as to one that nobody has", async ({ name, value, unknown }) => {
    // A number's status says the number again.
    const asUnknown = ({ text }: PlainAnswer) => text.replaceAll(`"${value}"`, `"${unknown}"`);
    const at = (path: string, asked: string) => `${path}?${new URLSearchParams({ [name]: asked })}`;
    // Whose it is finds it: the value is one that a record has.
    const found = await ask(route, at(foreignPath(route), value), { 'X-API-Key': foreignKey });
    const notFound = await ask(route, at(foreignPath(route), unknown), { 'X-API-Key': foreignKey });
    expect([found.status, notFound.status]).toEqual([200, 200]);
    expect(asUnknown(found)).not.toBe(notFound.text);
    const [theirs, nobodys] = [await ask(route, at(ownPath(route), value)), await ask(route, at(ownPath(route), unknown))];
    expect([theirs.status, nobodys.status]).toEqual([200, 200]);
    expect(asUnknown(theirs)).toBe(nobodys.text);
  });
});
