import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Db } from '@linework/db/db';
import { placeLegalHold } from '@linework/holders/legal-holds';
import { aHolder } from '@linework/testing/a-holder';
import { describe, expect, it, onTestFinished } from 'vitest';
import { purgeDeliveries } from '../src/deliveries/purge-deliveries.ts';
import { aWebhookFixture } from './a-webhook-fixture.ts';

const fixture = await aWebhookFixture();
const { db, anEndpoint, anEvent, deliver, deliveriesOf } = fixture;

const makeOld = () => db.pool.query("UPDATE webhook_delivery SET created_at = created_at - interval '31 days'");
const purge = () => purgeDeliveries(db, { retentionDays: 30 });
const listHeld = (brokerId: string | null) =>
  db.prisma.heldRecord.findMany({ where: { brokerId: brokerId ?? '' }, orderBy: { recordId: 'asc' } });

const types = ['holder.created'];
const { caller: someone } = await fixture.aBroker();
const ofOperators = await anEndpoint({ ...someone, brokerId: null }, { types });

/** A broker with two holders. Each has a delivery to the endpoint of the broker and to that of operators. */
async function aBrokerWithDeliveries() {
  const { broker, caller } = await fixture.aBroker();
  const [holder, other] = [await aHolder(db, { brokerId: broker.id }), await aHolder(db, { brokerId: broker.id })];
  const endpoints = [await anEndpoint(caller, { types }), ofOperators];
  for (const { id } of [holder, other]) await anEvent(caller, 'holder.created', id);
  await deliver();
  return { broker, caller, holder, other, endpoints };
}

describe('purging deliveries', () => {
  it('deletes those that have ended after their retention, with their attempts', async () => {
    const { endpoints, broker } = await aBrokerWithDeliveries();
    expect(await purge()).toBe(0);
    await makeOld();
    expect(await purge()).toBe(4);
    for (const { id } of endpoints) expect(await deliveriesOf(id)).toEqual([]);
    expect(await db.prisma.webhookAttempt.count()).toBe(0);
    expect(await listHeld(broker.id)).toEqual([]);
  });

  it('keeps what is under a legal hold, with its attempts, also what operators got', async () => {
    const [{ caller, holder, broker }, free] = [await aBrokerWithDeliveries(), await aBrokerWithDeliveries()];
    await placeLegalHold(db, { caller, customerId: holder.id, reason: 'Process 4711' });
    await makeOld();
    await purge();
    const held = await listHeld(broker.id);
    expect(held.map(({ recordId, tableName }) => [recordId, tableName])).toEqual([
      [holder.id, 'webhook_delivery'],
      [holder.id, 'webhook_delivery'],
    ]);
    expect(held[0]?.content).toMatchObject({
      event_type: 'holder.created',
      status: 'delivered',
      webhook_attempt: [{ number: 1, outcome: 'delivered' }],
    });
    expect(await listHeld(free.broker.id)).toEqual([]);
    expect(await db.prisma.webhookDelivery.count()).toBe(0);
    expect(await purge()).toBe(0);
    expect(await listHeld(broker.id)).toHaveLength(2);
  });
});

describe('archiving deliveries', () => {
  async function anArchiveFolder() {
    const folder = await mkdtemp(join(tmpdir(), 'archive-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const archiveAndPurge = () => purgeDeliveries(db, { retentionDays: 30, archiveFolder: folder });
    const readRows = async () => {
      const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.jsonl.gz'));
      const text = gunzipSync(await readFile(join(folder, file))).toString();
      return text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { readonly id: string });
    };
    return { folder, archiveAndPurge, readRows };
  }
  /** The database of a worker that ends when it is about to delete. */
  const withoutDelete: Db = {
    ...db,
    prisma: db.prisma,
    withDedicatedConnection: (work) =>
      db.withDedicatedConnection((session) =>
        work({ ...session, prisma: session.prisma, transaction: () => Promise.reject(new Error('killed')) }),
      ),
  };

  it('writes them with their attempts before they are deleted, once a day', async () => {
    const { folder, archiveAndPurge, readRows } = await anArchiveFolder();
    const { endpoints, caller, holder } = await aBrokerWithDeliveries();
    expect(await archiveAndPurge()).toBe(0);
    expect(await readdir(folder)).toEqual([]);
    await makeOld();
    expect(await archiveAndPurge()).toBe(4);
    expect(await deliveriesOf(endpoints[0]?.id ?? '')).toEqual([]);
    const rows = await readRows();
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ status: 'delivered', webhook_attempt: [{ number: 1, outcome: 'delivered' }] });
    expect((await readdir(folder)).map((name) => name.replace(/\d{8}/, 'DAY')).toSorted()).toEqual([
      'webhook_delivery-DAY.deleted',
      'webhook_delivery-DAY.jsonl.gz',
      'webhook_delivery-DAY.manifest.json',
    ]);
    await anEvent(caller, 'holder.created', holder.id);
    await deliver();
    await makeOld();
    expect(await archiveAndPurge()).toBe(0);
    expect(await db.prisma.webhookDelivery.count()).toBe(2);
    await purge();
  });

  it('after a crash deletes what the archive says, and nothing that has changed since', async () => {
    const { folder, archiveAndPurge, readRows } = await anArchiveFolder();
    await aBrokerWithDeliveries();
    await makeOld();
    const killed = purgeDeliveries(withoutDelete, { retentionDays: 30, archiveFolder: folder });
    await expect(killed).rejects.toThrow('killed');
    expect(await db.prisma.webhookDelivery.count()).toBe(4);
    const [changed, ...unchanged] = await readRows();
    const later = { where: { id: changed?.id ?? '' }, data: { responseCode: 204, updatedAt: new Date() } };
    await db.prisma.webhookDelivery.update(later);
    expect(await archiveAndPurge()).toBe(3);
    expect(await db.prisma.webhookDelivery.findMany({ select: { id: true } })).toEqual([{ id: changed?.id }]);
    expect(await readRows()).toEqual([changed, ...unchanged]);
    await purge();
  });
});
