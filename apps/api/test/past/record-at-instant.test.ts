import { changeHolder } from '@linework/holders/change-holder';
import { correctHolder } from '@linework/holders/correct-holder';
import { findHolder } from '@linework/holders/find-holder';
import { placeLegalHold } from '@linework/holders/legal-holds';
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
import { aCpf } from '@linework/testing/codes/tax-ids';
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

  it('has a tax id that was wrong for no instant, and the names that were right', async () => {
    const { id: holderId } = await aHolder(api.db, { brokerId });
    const { federalTaxId: wrong } = await findHolder(api.db, { caller, holderId });
    const before = await readInstant();
    await changeHolder(api.db, { caller, holderId, name: 'Maria Prado' });
    const between = await readInstant();
    const federalTaxId = aCpf();
    const correction = { caller, holderId, federalTaxId: { right: federalTaxId } };
    expect(await correctHolder(api.db, correction)).toMatchObject({ name: 'Maria Prado', federalTaxId });
    for (const [at, name] of [[before, 'Maria Souza'] as const, [between, 'Maria Prado'] as const])
      expect((await past('holder', holderId, at)).body).toMatchObject({
        ...{ name, federalTaxId },
        causes: { federalTaxId: { type: 'holder.corrected' } },
      });
    const kept = await api.db.prisma.formerHolderDetail.findMany({ where: { holderId } });
    expect(kept.map((row) => row.federalTaxId)).toEqual([federalTaxId, federalTaxId]);
    // What was right until it changed stays.
    await changeHolder(api.db, { caller, holderId, federalTaxId: wrong });
    expect((await past('holder', holderId, between)).body).toMatchObject({ federalTaxId });
  });

  it('has no wrong name either that is a former one already', async () => {
    const { id: holderId } = await aHolder(api.db, { brokerId });
    const before = await readInstant();
    await changeHolder(api.db, { caller, holderId, name: 'Maria Parado' });
    const between = await readInstant();
    await changeHolder(api.db, { caller, holderId, name: 'Maria Lima' });
    const name = { wrong: 'Maria Parado', right: 'Maria Prado' };
    expect(await correctHolder(api.db, { caller, holderId, name })).toMatchObject({ name: 'Maria Lima' });
    expect((await past('holder', holderId, before)).body).toMatchObject({ name: 'Maria Souza' });
    expect((await past('holder', holderId, between)).body).toMatchObject({
      name: 'Maria Prado',
      causes: { name: { type: 'holder.corrected' } },
    });
    expect((await past('holder', holderId)).body).toMatchObject({
      name: 'Maria Lima',
      causes: { name: { type: 'holder.changed' } },
    });
  });

  it('has no correction of values that it never had, and is told each', async () => {
    const { id: holderId } = await aHolder(api.db, { brokerId });
    const correction = { name: { wrong: 'Nobody', right: 'Somebody' }, federalTaxId: { wrong: aCpf(), right: aCpf() } };
    await expect(correctHolder(api.db, { caller, holderId, ...correction })).rejects.toMatchObject({
      code: 'no-such-value',
      members: { errors: [{ pointer: '/name/wrong' }, { pointer: '/federalTaxId/wrong' }] },
    });
    expect(await findHolder(api.db, { caller, holderId })).toMatchObject({ name: 'Maria Souza' });
  });

  it('is not corrected under a legal hold, and a correction that changes nothing writes nothing', async () => {
    const { id: holderId } = await aHolder(api.db, { brokerId });
    const { federalTaxId } = await findHolder(api.db, { caller, holderId });
    await correctHolder(api.db, { caller, holderId, federalTaxId: { right: federalTaxId as string } });
    expect(await api.db.prisma.formerHolderDetail.count({ where: { holderId } })).toBe(0);
    await placeLegalHold(api.db, { caller, customerId: holderId, reason: 'A court wants it.' });
    const correcting = correctHolder(api.db, { caller, holderId, federalTaxId: { right: aCpf() } });
    await expect(correcting).rejects.toMatchObject({ code: 'under-legal-hold' });
    await changeHolder(api.db, { caller, holderId, federalTaxId: aCpf() });
    expect(await api.db.prisma.formerHolderDetail.findMany({ where: { holderId } })).toMatchObject([{ federalTaxId }]);
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
