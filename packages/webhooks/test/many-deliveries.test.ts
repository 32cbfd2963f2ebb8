import type { Caller } from '@linework/auth/caller';
import { describe, expect, it } from 'vitest';
import { watchEndpoints } from '../src/deliveries/watch-endpoints.ts';
import { deleteEndpoint } from '../src/endpoints/delete-endpoint.ts';
import { chunkSize, moveDeliveries } from '../src/endpoints/move-deliveries.ts';
import { disableEndpoint, enableEndpoint } from '../src/endpoints/move-endpoint.ts';
import { replayEvents } from '../src/replays/replay-events.ts';
import { someNeighbours } from './some-neighbours.ts';

const { db, anEvent, deliver, anEndpointAt, callsTo, endpointRow, countStatuses, aQueue, breakDeliveriesOf } =
  await someNeighbours();
const hour = 3_600_000;

describe('an endpoint with many deliveries', () => {
  const many = 2 * chunkSize + 1;
  const moveAll = () => moveDeliveries(db, { limitMs: 60_000, onError: (error) => expect.unreachable(String(error)) });

  it.each([
    ['disabled', 'held', disableEndpoint],
    ['deleted', 'failed', deleteEndpoint],
  ])('is %s at once, and a request moves one chunk of them', async (status, moved, request) => {
    const own = await anEndpointAt(status);
    await aQueue(own, many);
    await request(db, own.target);
    expect(await endpointRow(own.id)).toMatchObject({ status, nextAt: null });
    expect(await countStatuses(own.id)).toEqual({ [moved]: chunkSize, pending: many - chunkSize });
    await moveAll();
    expect(await countStatuses(own.id)).toEqual({ [moved]: many });
    expect(await endpointRow(own.id)).toMatchObject({ status, moving: null });
  });

  it('gets nothing while they are released, and is due then', async () => {
    const own = await anEndpointAt('released');
    await aQueue(own, many);
    await disableEndpoint(db, own.target);
    await moveAll();
    await enableEndpoint(db, { ...own.target, deliver: 'all' });
    await anEvent(own.caller);
    await deliver();
    expect(callsTo(own.path)).toEqual([]);
    expect(await countStatuses(own.id)).toEqual({ held: many - chunkSize, pending: chunkSize + 1 });
    await moveAll();
    expect(await countStatuses(own.id)).toEqual({ pending: many + 1 });
    expect((await endpointRow(own.id)).nextAt).not.toBeNull();
  });

  it('cannot be enabled before they are all held', async () => {
    const own = await anEndpointAt('still-held');
    await aQueue(own, many);
    await disableEndpoint(db, own.target);
    await expect(enableEndpoint(db, { ...own.target, deliver: 'none' })).rejects.toMatchObject({
      status: 409,
      code: 'webhook-endpoint-busy',
    });
    await moveAll();
    await enableEndpoint(db, { ...own.target, deliver: 'none' });
    await moveAll();
    expect(await countStatuses(own.id)).toEqual({ pending: many });
  });

  it('and with one that cannot be changed does not stop the moves of others', async () => {
    const [broken, other] = [await anEndpointAt('move-broken'), await anEndpointAt('move-other')];
    for (const own of [broken, other]) {
      await aQueue(own, many);
      await disableEndpoint(db, own.target);
    }
    await breakDeliveriesOf(broken.id);
    const failed: string[] = [];
    await moveDeliveries(db, { limitMs: 60_000, onError: (_error, endpointId) => failed.push(endpointId) });
    expect([failed, await countStatuses(other.id)]).toEqual([[broken.id], { held: many }]);
    await db.prisma.webhookEndpoint.update({ where: { id: broken.id }, data: { moving: null } });
  });
});

describe('the job that disables endpoints', () => {
  it('disables the others when one fails', async () => {
    const [broken, other] = [await anEndpointAt('watch-broken'), await anEndpointAt('watch-other')];
    for (const own of [broken, other]) {
      await aQueue(own, 1);
      const failing = { failingSince: new Date(Date.now() - 121 * hour), lastFailureAt: new Date(), failures: 9 };
      await db.prisma.webhookEndpoint.update({ where: { id: own.id }, data: failing });
    }
    await breakDeliveriesOf(broken.id);
    const failed: string[] = [];
    const { disabledIds } = await watchEndpoints(db, {
      disableAfterMs: 120 * hour,
      onError: (_error, id) => failed.push(id),
    });
    expect([disabledIds, failed]).toEqual([[other.id], [broken.id]]);
    await db.prisma.webhookEndpoint.update({ where: { id: broken.id }, data: { failingSince: null, failures: 0 } });
  });
});

describe('a replay', () => {
  const replay = (target: { readonly caller: Caller; readonly endpointId: string }) =>
    replayEvents(db, { ...target, types: ['*'], dryRun: false, perSecond: 1_000 });

  it('is refused while another one of the endpoint runs, and those of other endpoints are not', async () => {
    const [own, other] = [await anEndpointAt('replayed'), await anEndpointAt('replayed-other')];
    for (const { caller } of [own, other]) await anEvent(caller);
    await deliver();
    await db.transaction(async (tx) => {
      await replayEvents(tx, { ...own.target, types: ['*'], dryRun: false, perSecond: 1 });
      await expect(replay(own.target)).rejects.toMatchObject({ status: 409, code: 'webhook-endpoint-busy' });
      expect((await replay(other.target)).count).toBe(1);
    });
  });

  it('that would give the endpoint too many open deliveries is refused', async () => {
    const own = await anEndpointAt('replayed-full');
    await anEvent(own.caller);
    await deliver();
    await db.pool.query('ALTER TABLE webhook_delivery DISABLE TRIGGER USER');
    await aQueue(own, 50_000);
    await db.pool.query('ALTER TABLE webhook_delivery ENABLE TRIGGER USER');
    await expect(replay(own.target)).rejects.toMatchObject({ status: 409, code: 'too-many-webhook-deliveries' });
    await db.prisma.webhookDelivery.deleteMany({ where: { endpointId: own.id } });
  });

  it('is refused when the endpoint is disabled while its deliveries are written', async () => {
    const own = await anEndpointAt('replayed-disabled');
    await anEvent(own.caller);
    await deliver();
    await db.pool.query(`CREATE OR REPLACE FUNCTION disable_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE webhook_endpoint
      SET status = 'disabled', disabled_reason = 'requested', next_at = NULL
      WHERE id = NEW.endpoint_id; RETURN NULL; END $$`);
    await db.pool.query(
      `CREATE TRIGGER disabling AFTER INSERT ON webhook_delivery
         FOR EACH ROW WHEN (NEW.endpoint_id = '${own.id}')
         EXECUTE FUNCTION disable_endpoint()`,
    );
    await expect(replay(own.target)).rejects.toMatchObject({ status: 409, code: 'webhook-endpoint-busy' });
    expect(await countStatuses(own.id)).toEqual({ delivered: 1 });
    await db.pool.query('DROP TRIGGER disabling ON webhook_delivery');
  });
});
