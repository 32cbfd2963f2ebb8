import { changeHolder } from '@linework/holders/change-holder';
import { anonymiseHolder } from '@linework/privacy/anonymise-holder';
import { getHolderAtInstantRoute } from '@linework/schemas/holders/holder-history';
import { getResourceAtInstantRoute } from '@linework/schemas/inventory/resource-history';
import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { getSubscriptionAtInstantRoute } from '@linework/schemas/subscriptions/subscription-history';
import { pauseSubscription } from '@linework/subscriptions/pauses/pause-subscription';
import { aHolder } from '@linework/testing/a-holder';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aSubscription } from '@linework/testing/a-subscription';
import { aCallerOf } from '@linework/testing/callers';
import { sql } from '@linework/testing/sql';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestConsole } from '../console/test-console.ts';
import { testWorker } from '../support/worker.ts';

const console = await startTestConsole();
const { api } = console;
const worker = testWorker(api);
const client = await api.aClient();
const caller = aCallerOf(client.broker);
const brokerId = client.broker.id;
afterAll(() => console.close());

async function readInstant(): Promise<string> {
  const [row] = await api.db.query(
    sql<{ now: Date }>`SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 ms' AS now
      FROM pg_sleep(0.002)`,
  );
  await api.db.query(sql`SELECT pg_sleep(0.003)`);
  return row?.now.toISOString() ?? '';
}

const routes = {
  holder: getHolderAtInstantRoute,
  subscription: getSubscriptionAtInstantRoute,
  resource: getResourceAtInstantRoute,
};
const records = {
  holder: async (of: string) => (await aHolder(api.db, { brokerId: of })).id,
  subscription: async (of: string) => (await aSubscription(api.db, 'ACTIVE', { brokerId: of })).id,
  resource: async (of: string) => (await aLineWithResources(api.db, 'ACTIVE', { brokerId: of })).numberId,
};
const kinds = Object.keys(routes) as readonly (keyof typeof routes)[];
const past = (kind: keyof typeof routes, id: string, at?: string) =>
  client.call(routes[kind], { params: { id }, query: at === undefined ? {} : { at } });

describe.each(kinds)('a %s at an instant', (kind) => {
  it('before it existed is not found, and the answer tells since when it is known', async () => {
    const id = await records[kind](brokerId);
    expect(await past(kind, id, '2001-01-01T00:00:00Z')).toMatchObject({
      status: 404,
      body: { code: 'not-found', detail: expect.stringMatching(/ is known since \d{4}-.*Z\.$/) },
    });
  });

  it('without an instant is the one of now', async () => {
    expect((await past(kind, await records[kind](brokerId))).status).toBe(200);
  });

  it('of another broker returns 404', async () => {
    const { broker } = await api.aClient();
    expect((await past(kind, await records[kind](broker.id))).status).toBe(404);
  });
});

describe('a holder at an instant', () => {
  it('has the name and the tax id of then, with who changed them', async () => {
    const { id: holderId } = await aHolder(api.db, { brokerId });
    const before = await readInstant();
    await changeHolder(api.db, { caller, holderId, name: 'Maria Prado' });
    expect((await past('holder', holderId, before)).body).toMatchObject({ name: 'Maria Souza' });
    expect((await past('holder', holderId)).body).toMatchObject({
      name: 'Maria Prado',
      causes: { name: { type: 'holder.changed' } },
    });
  });

  it('stays erased for every instant after its anonymisation', async () => {
    const { id: holderId } = await aHolder(api.db, { brokerId });
    await changeHolder(api.db, { caller, holderId, name: 'Maria Prado' });
    const before = await readInstant();
    await changeHolder(api.db, { caller, holderId, name: 'Maria Lima' });
    await anonymiseHolder(api.db, { caller, holderId });
    const { body } = await past('holder', holderId, before);
    expect(body).toMatchObject({ name: 'Anonymised', causes: { name: { type: 'holder.anonymised' } } });
    expect(body).not.toHaveProperty('federalTaxId');
    expect(await api.db.prisma.formerHolderDetail.count({ where: { holderId } })).toBe(0);
  });

  it('is masked for people', async () => {
    const { id } = await aHolder(api.db, { brokerId });
    const viewer = await console.signedIn('viewer');
    expect((await viewer.call('GET', `/holders/${id}/past`)).json.name).toContain('*');
  });
});

describe('a subscription at an instant', () => {
  it('has the status, the offer and the products of then', async () => {
    const { id: subscriptionId, offerId, products } = await aSubscription(api.db, 'ACTIVE', { brokerId });
    const before = await readInstant();
    await pauseSubscription({ db: api.db, notify: () => undefined }, { caller, subscriptionId });
    expect((await past('subscription', subscriptionId, before)).body).toMatchObject({
      status: 'ACTIVE',
      offerId,
      products: products.map(({ productId }) => ({ productId })),
      causes: { status: { type: 'subscription.activated' } },
    });
    expect((await past('subscription', subscriptionId)).body).toMatchObject({
      status: 'PAUSED',
      causes: { status: { type: 'subscription.paused' } },
    });
  });
});

describe('a number at an instant', () => {
  it('has the status, the line and the holder of then, with the order that made it so', async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE', { brokerId });
    const before = await readInstant();
    const response = await client.call(blockLineRoute, { params: { id: line.id } });
    await worker.handleWakeUps();
    expect((await past('resource', line.numberId, before)).body).toMatchObject({
      status: 'active',
      lineId: line.id,
      customerId: line.holderId,
    });
    expect((await past('resource', line.numberId)).body).toMatchObject({
      status: 'suspended',
      causes: {
        status: { type: 'resource.suspended', orderId: response.headers.get('Location')?.split('/').at(-1) },
        customerId: { type: 'resource.activated' },
      },
    });
  });
});
