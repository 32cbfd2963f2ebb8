import { openDb } from '@linework/db/db';
import { assignEventPositions } from '@linework/events/feed/assign-event-positions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { countReadRows } from '@linework/testing/volume/count-read-rows';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { fanOutAllEvents } from '../src/deliveries/fan-out.ts';
import { changeEndpoint } from '../src/endpoints/change-endpoint.ts';
import { disableEndpoint } from '../src/endpoints/move-endpoint.ts';
import { acquireDeliveries } from '../src/sending/acquire-deliveries.ts';
import { someNeighbours } from './some-neighbours.ts';

const fixture = await someNeighbours();
const {
  db,
  receiver,
  anEvent,
  deliver,
  deliveriesOf,
  anEndpointAt,
  callsTo,
  countStatuses,
  aQueue,
  breakDeliveriesOf,
} = fixture;
const hour = 3_600_000;

describe('an endpoint that orders by record', () => {
  const session = openDb({ url: db.pool.options.connectionString ?? '', poolSize: 1 });
  afterAll(() => session.close());
  const limits = {
    limit: 64,
    probeLimit: 16,
    perEndpoint: 8,
    perBroker: 16,
    running: new Map(),
    leaseMs: 60_000,
    onEndpointError: () => {},
  };

  it('with a long queue behind one delivery that is not due costs a check a few rows', async () => {
    const own = await anEndpointAt('queue', { ordering: 'resource' });
    await aQueue(own, 1_000, newId());
    const [first] = await db.prisma.webhookDelivery.findMany({
      where: { endpointId: own.id },
      orderBy: { position: 'asc' },
      take: 1,
    });
    await db.prisma.webhookDelivery.update({
      where: { id: first?.id ?? '' },
      data: { dueAt: new Date(Date.now() + hour) },
    });
    while ((await acquireDeliveries(session, limits)).hasSorted);
    await session.pool.query('VACUUM ANALYZE webhook_delivery');
    await db.prisma.webhookEndpoint.update({ where: { id: own.id }, data: { nextAt: new Date(0) } });
    const before = await countReadRows(session, 'webhook_delivery');
    expect((await acquireDeliveries(session, limits)).deliveries).toEqual([]);
    expect((await countReadRows(session, 'webhook_delivery')) - before).toBeLessThan(20);
  });

  it('reads a limited number of rows while it sorts', async () => {
    const own = await anEndpointAt('sorting', { ordering: 'resource' });
    await aQueue(own, 1_000, newId());
    await acquireDeliveries(session, limits);
    expect(await db.prisma.webhookDelivery.count({ where: { endpointId: own.id, hasPredecessor: true } })).toBeLessThan(
      300,
    );
  });

  it('gets every event of a record in the order of the feed, also behind one that has failed', async () => {
    const own = await anEndpointAt('in-order', { ordering: 'resource' });
    const record = newId();
    for (let count = 0; count < 6; count += 1) await anEvent(own.caller, 'line.changed', record);
    receiver.setFault({ kind: 'status', status: 500, path: own.path, times: 1 });
    await deliver();
    expect((await deliveriesOf(own.id)).map(({ status }) => status)).toEqual(['waiting', ...Array(5).fill('pending')]);
    await fixture.makeDue(own.id);
    await deliver();
    const positions = callsTo(own.path).map(({ body }) => JSON.parse(body).position as number);
    expect(positions.slice(1)).toEqual([...new Set(positions)].toSorted((one, other) => one - other));
    expect(await countStatuses(own.id)).toEqual({ delivered: 6 });
  });

  it('gets what waited when it no longer orders', async () => {
    const own = await anEndpointAt('unordered', { ordering: 'resource' });
    const record = newId();
    receiver.setFault({ kind: 'status', status: 500, path: own.path, times: 1 });
    for (let count = 0; count < 4; count += 1) await anEvent(own.caller, 'line.changed', record);
    await deliver();
    await changeEndpoint(db, { ...own.target, ordering: 'none' });
    await db.prisma.webhookEndpoint.update({
      where: { id: own.id },
      data: { blockedUntil: null, nextAt: new Date(0) },
    });
    await deliver();
    expect(await countStatuses(own.id)).toEqual({ delivered: 3, waiting: 1 });
  });
});

describe('an endpoint that is locked', () => {
  /** Runs `work` while another session has the row of the endpoint. */
  const whileLocked = (endpointId: string, work: () => Promise<void>) =>
    db.transaction(async (tx) => {
      await tx.prisma.webhookEndpoint.updateMany({ where: { id: endpointId }, data: { description: 'locked' } });
      await work();
    });

  it('does not delay the events of others, and gets its own later, each once', async () => {
    const [own, other] = [await anEndpointAt('locked'), await anEndpointAt('not-locked')];
    await whileLocked(own.id, async () => {
      await anEvent(own.caller);
      await anEvent(other.caller);
      await deliver();
      await anEvent(own.caller);
      await deliver();
      expect([callsTo(own.path).length, callsTo(other.path).length]).toEqual([0, 1]);
    });
    await anEvent(own.caller);
    await deliver();
    expect(await countStatuses(own.id)).toEqual({ delivered: 3 });
    expect(await db.prisma.webhookLag.count()).toBe(0);
  });

  it('that is disabled meanwhile has its events held', async () => {
    const own = await anEndpointAt('locked-and-disabled');
    await db.transaction(async (tx) => {
      await disableEndpoint(tx, own.target);
      await anEvent(own.caller);
      await assignEventPositions(db);
      await fanOutAllEvents(db);
    });
    await deliver();
    expect(await countStatuses(own.id)).toEqual({ held: 1 });
  });

  it('refuses a request after a moment, which then leaves its connection', async () => {
    const own = await anEndpointAt('busy');
    await whileLocked(own.id, async () => {
      await expect(disableEndpoint(db, own.target)).rejects.toMatchObject({
        status: 409,
        code: 'webhook-endpoint-busy',
      });
    });
  });
});

describe('an endpoint whose deliveries cannot be acquired', () => {
  it('does not stop those of others', async () => {
    const [broken, other] = [await anEndpointAt('acquire-broken'), await anEndpointAt('acquire-other')];
    await anEvent(broken.caller);
    await anEvent(other.caller);
    await breakDeliveriesOf(broken.id);
    await deliver();
    expect([await countStatuses(broken.id), await countStatuses(other.id)]).toEqual([{ pending: 1 }, { delivered: 1 }]);
  });
});

describe('a receiver that hangs', () => {
  it('does not hold up another one at the same host', async () => {
    const [hanging, other] = [await anEndpointAt('hanging'), await anEndpointAt('beside-it')];
    const sender = fixture.aSender({ timeoutMs: 600_000 });
    receiver.setFault({ kind: 'hang', path: hanging.path });
    for (let count = 0; count < 8; count += 1) await anEvent(hanging.caller);
    await assignEventPositions(db);
    await fanOutAllEvents(db);
    await sender.fill();
    await waitUntil('the receiver holds eight calls', () => callsTo(hanging.path).length === 8);
    await anEvent(other.caller);
    await assignEventPositions(db);
    await fanOutAllEvents(db);
    await sender.fill();
    await waitUntil('the other endpoint has its event', async () => (await countStatuses(other.id))['delivered'] === 1);
    expect(await countStatuses(hanging.id)).toEqual({ delivering: 8 });
  });

  it('takes a quarter of the calls of a process again, after its broker had more while its receivers were fast', async () => {
    const { caller } = await fixture.aBroker();
    const paths = ['/turns-slow-1', '/turns-slow-2', '/turns-slow-3'];
    for (const path of paths) await fixture.anEndpoint(caller, { url: `${fixture.url}${path}` });
    let nowMs = 0;
    const sender = fixture.aSender({ concurrency: 16, timeoutMs: 600_000 }, { monotonicMs: () => nowMs });
    const countCalls = () =>
      db.prisma.webhookDelivery.count({ where: { brokerId: caller.brokerId, status: 'delivering' } });
    const emit = async (count: number) => {
      for (let number = 0; number < count; number += 1) await anEvent(caller);
      await assignEventPositions(db);
      await fanOutAllEvents(db);
      await sender.fill();
    };
    await emit(1);
    await sender.idle();
    for (const path of paths) receiver.setFault({ kind: 'hang', path });
    await emit(8);
    expect(await countCalls()).toBeGreaterThan(4);
    const held = await countCalls();
    expect(held).toBeLessThan(14);
    nowMs = 1_001;
    await emit(8);
    expect(await countCalls()).toBe(held);
  });

  it('takes a quarter of the calls of a process, however many endpoints its broker has', async () => {
    const { caller } = await fixture.aBroker();
    const paths = ['/slow-1', '/slow-2', '/slow-3'];
    for (const path of paths) {
      receiver.setFault({ kind: 'hang', path });
      await fixture.anEndpoint(caller, { url: `${fixture.url}${path}` });
    }
    const other = await anEndpointAt('beside-slow');
    const sender = fixture.aSender({ concurrency: 16, timeoutMs: 600_000 });
    for (let count = 0; count < 8; count += 1) await anEvent(caller);
    await anEvent(other.caller);
    await assignEventPositions(db);
    await fanOutAllEvents(db);
    await sender.fill();
    await waitUntil('the other endpoint has its event', async () => (await countStatuses(other.id))['delivered'] === 1);
    expect(await db.prisma.webhookDelivery.count({ where: { brokerId: caller.brokerId, status: 'delivering' } })).toBe(
      4,
    );
  });
});
