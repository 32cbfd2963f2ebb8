import { randomUUID } from 'node:crypto';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import type { Route } from '@linework/http/define-route';
import { anActiveLine } from '@linework/testing/a-line';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { anOffer } from '@linework/testing/an-offer';
import { afterAll, describe, expect, it } from 'vitest';
import { createStateReader } from '../support/create-state-reader.ts';
import { everyRoute, namesRecord } from '../support/every-route.ts';
import { nameRecords, readFilterValues } from '../support/filter-values.ts';
import { problemIn } from '../support/problem-in.ts';
import { filtersOf, recordsFor, recordsOfABroker } from '../support/records.ts';
import { aBodyFor, aQueryFor, mediaTypeFor, pathOf } from '../support/sample-of.ts';
import { type PlainResponse, send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const readState = createStateReader(api.db);
const foreign = await recordsOfABroker(api);
await nameRecords(api.db, foreign.broker.id);
const brokerScopes = scopes.filter((scope) => scope !== 'operator');
const { key: foreignKey } = await createApiKey(api.db, {
  name: 'of the other broker',
  brokerId: foreign.broker.id,
  scopes: brokerScopes,
});
const own = await api.aClient();
const ownLine = await anActiveLine(api.db, { brokerId: own.broker.id });
const { msisdn: ownNumber } = await aLineWithResources(api.db, 'ACTIVE', { brokerId: own.broker.id });
const ownOffer = await anOffer(api.db, { brokerId: own.broker.id });
const ownPool = await aPool(api.db, { brokerId: own.broker.id, count: 1 });
const ownSubscription = await aSubscription(api.db, 'ACTIVE', { brokerId: own.broker.id });
const { id: ownMoveInId } = await api.db.prisma.moveIn.create({
  data: {
    id: randomUUID(),
    brokerId: own.broker.id,
    numberPoolId: ownPool.id,
    simPoolId: ownPool.id,
    callsPerSecond: 1,
    keyId: randomUUID(),
  },
});
const { id: ownDriftId } = await api.db.prisma.drift.create({
  data: {
    id: randomUUID(),
    brokerId: own.broker.id,
    lineId: (await aLineWithResources(api.db, 'ACTIVE', { brokerId: own.broker.id })).id,
    kind: 'missing',
    expected: {},
    found: {},
    isOurs: true,
    firstSeenAt: new Date(),
    lastSeenAt: new Date(),
  },
});
const unknownId = '018f0000-0000-7000-8000-000000000000';

/** Operators have access to every broker, so their routes are excluded. */
const forBrokers = ({ scope }: Route) => scope !== null && scope !== 'operator';

function sendTo(route: Route, path: string, headers: Readonly<Record<string, string>> = {}): Promise<PlainResponse> {
  const body = aBodyFor(route);
  const sent = {
    'X-API-Key': own.key,
    'X-Request-Id': 'the-same',
    ...headers,
    ...(body !== undefined && { 'Content-Type': mediaTypeFor(route) }),
  };
  const full = path.includes('?') ? path : path + aQueryFor(route);
  return send(api.port, { method: route.method, path: full, headers: sent, ...(body !== undefined && { body }) });
}

describe.each(everyRoute((route) => forBrokers(route) && namesRecord(route)))('%s', (_name, route) => {
  it.each(recordsFor(route, foreign))(
    "returns the same 404 for another broker's record as for an unknown one (%#)",
    async (foreignId) => {
      const before = await readState();
      const response = await sendTo(
        route,
        pathOf(route, () => foreignId),
      );
      expect(response.status).toBe(404);
      problemIn(response);
      const unknown = await sendTo(
        route,
        pathOf(route, () => unknownId),
      );
      expect(unknown.status).toBe(404);
      expect(response.text.replaceAll(foreignId, unknownId)).toBe(unknown.text);
      expect(await readState()).toEqual(before);
      expect(api.wakeUps).toEqual([]);
    },
  );

  it.each(recordsFor(route, foreign))('returns 404 with an Idempotency-Key too (%#)', async (foreignId) => {
    const before = await readState();
    const path = pathOf(route, () => foreignId);
    expect((await sendTo(route, path, { 'Idempotency-Key': `${route.name}-${path}` })).status).toBe(404);
    expect(await readState()).toEqual(before);
  });
});

const isList = (route: Route) => forBrokers(route) && route.query?.shape['page'] !== undefined;

/** Returns the path of a list. If the list belongs to a record, it is a record of the caller. */
const ownRecords: Readonly<Record<string, string>> = { poolId: ownPool.id, id: ownPool.resourceIds[0] ?? '' };
const ownOf = [
  ['/lines/', ownLine.id],
  ['/numbers/', ownNumber],
  ['/subscriptions/', ownSubscription.id],
  ['/catalog/offers/', ownOffer.id],
  ['/move-ins/', ownMoveInId],
  ['/drifts/', ownDriftId],
] as const;
const ownPath = (route: Route) =>
  pathOf(route, (name) => ownOf.find(([start]) => route.path.startsWith(start))?.[1] ?? ownRecords[name] ?? '');

/** Returns the path of the same list for the other broker. */
const foreignPath = (route: Route) => pathOf(route, () => recordsFor(route, foreign)[0] ?? '');

describe.each(everyRoute(isList))('%s', (_name, route) => {
  it('contains and counts no record of another broker', async () => {
    const { status, text } = await sendTo(route, ownPath(route));
    expect(status).toBe(200);
    expect(text).not.toContain(foreign.broker.id);
    expect(JSON.parse(text).meta.total).toBe(JSON.parse(text).items.length);
  });

  it.each(filtersOf(route, foreign))('is empty if %s belongs to another broker', async (name, id) => {
    const { status, text } = await sendTo(route, `${ownPath(route)}?${name}=${id}`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ items: [], meta: { total: 0, totalPages: 0 } });
  });

  it.each(filtersOf(route, foreign))('is empty for its owner if no record has %s', async (name) => {
    const path = foreignPath(route);
    const { status, text } = await sendTo(route, `${path}?${name}=${unknownId}`, { 'X-API-Key': foreignKey });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ items: [], meta: { total: 0, totalPages: 0 } });
  });
});

const hasQuery = (route: Route) => forBrokers(route) && route.method === 'get' && route.query !== undefined;
const byValue = await Promise.all(
  everyRoute(hasQuery).map(
    async ([name, route]) => [name, route, await readFilterValues(route, api.db, foreign.broker.id)] as const,
  ),
);

describe.each(byValue.filter(([, , values]) => values.length > 0))('%s', (_name, route, values) => {
  it.each(values)(
    "returns the same for another broker's $name as for an unknown one",
    async ({ name, value, unknown }) => {
      // The response with a number's status repeats the number.
      const asUnknown = ({ text }: PlainResponse) => text.replaceAll(`"${value}"`, `"${unknown}"`);
      const at = (path: string, filter: string) => `${path}?${new URLSearchParams({ [name]: filter })}`;
      // The owner finds it, which proves that a record has the value.
      const found = await sendTo(route, at(foreignPath(route), value), { 'X-API-Key': foreignKey });
      const notFound = await sendTo(route, at(foreignPath(route), unknown), { 'X-API-Key': foreignKey });
      expect([found.status, notFound.status]).toEqual([200, 200]);
      expect(asUnknown(found)).not.toBe(notFound.text);
      const [foreignResponse, unknownResponse] = [
        await sendTo(route, at(ownPath(route), value)),
        await sendTo(route, at(ownPath(route), unknown)),
      ];
      expect([foreignResponse.status, unknownResponse.status]).toEqual([200, 200]);
      expect(asUnknown(foreignResponse)).toBe(unknownResponse.text);
    },
  );
});
