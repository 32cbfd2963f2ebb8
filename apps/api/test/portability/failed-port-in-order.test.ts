import { blockLineRoute, deleteLineRoute, getLineRoute } from '@linework/schemas/lines/lines.routes';
import { closeOrderRoute, rollbackOrderRoute } from '@linework/schemas/orders/orders.routes';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { aLineWithStatus } from './a-line-with-status.ts';
import { openPortabilityFixture, type PortabilityFixture } from './portability-fixture.ts';

let fixture: PortabilityFixture;
beforeAll(async () => {
  fixture = await openPortabilityFixture();
});
afterEach(() => fixture.worker.network.clearFailures());
afterAll(() => fixture.close());

describe('a port-in with a failed order', () => {
  it('ends without the number when another order has superseded its order: the number is withdrawn and stays with its donor', async () => {
    const { id, msisdn, lineId } = await createPortInWithUnresolvedOrder();
    await block(lineId);
    await fixture.worker.handleWakeUps();
    expect(await runToEnd(id)).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('superseded') });

    expect(await statusOf(msisdn)).toEqual(['decommissioned']);
    expect((await fixture.simulator.requestLog({ id })).at(-1)?.record.status).toBe('CANCELLED');
  });

  it('waits as long as that order may be undone', async () => {
    const { id, msisdn, orderId, lineId } = await createPortInWithUnresolvedOrder();
    const other = await block(lineId);
    fixture.worker.network.failNext(`${other.steps[0]?.id}:execute`, 'permanent');
    await fixture.worker.handleWakeUps();
    await pollPortIn(id);
    expect(await fixture.find(id)).toMatchObject({ status: 'PENDING' });
    await fixture.client.call(rollbackOrderRoute, { params: { orderId: other.id } });
    await fixture.worker.handleWakeUps();
    await pollPortIn(id);

    expect(await fixture.find(id)).toMatchObject({ status: 'PENDING', orderId });
    expect(await statusOf(msisdn)).toEqual(['reserved']);
  });

  it('ends without the number when that order is closed', async () => {
    const { id, msisdn, orderId } = await createPortInWithUnresolvedOrder();
    await close(orderId);
    expect(await runToEnd(id)).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('closed') });

    expect(await statusOf(msisdn)).toEqual(['decommissioned']);
    const { rows } = await fixture.db.pool.query('SELECT status FROM reservation WHERE id = $1', [orderId]);
    expect(rows).toEqual([{ status: 'RELEASED' }]);
  });

  it('ends without the number when its order to create a line is closed: the line can still be deleted, and releases its SIM', async () => {
    const { id, msisdn } = await fixture.aPortIn();
    const { orderId = '', lineId = '' } = await fixture.pollUntil(
      id,
      'has its order',
      (portIn) => portIn.orderId !== undefined,
    );
    fixture.worker.network.failNext(`${orderId}-1:execute`, 'permanent');
    await fixture.worker.handleWakeUps();
    expect(await theOrder(fixture.client, orderId)).toMatchObject({ status: 'FAILED' });
    await close(orderId);
    expect(await runToEnd(id)).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('closed') });
    expect(await statusOf(msisdn)).toEqual(['decommissioned']);
    await checkInvariants(fixture.db);

    await fixture.client.call(deleteLineRoute, { params: { id: lineId } });
    await fixture.worker.handleWakeUps();
    expect((await fixture.client.call(getLineRoute, { params: { id: lineId } })).body).toMatchObject({
      status: 'TERMINATED',
    });
    expect(
      await fixture.db.prisma.resourceState.count({ where: { poolId: fixture.sims.id, status: { not: 'available' } } }),
    ).toBe(0);
  });

  it('leaves a consistent database', () => checkInvariants(fixture.db));
});

/** A port-in whose order and whose undo the network has rejected. */
async function createPortInWithUnresolvedOrder(): Promise<
  PortIn & { readonly orderId: string; readonly lineId: string }
> {
  const line = await aLineWithStatus(fixture, 'ACTIVE');
  const { id } = await fixture.aPortIn({ lineId: line.id, customerId: line.holderId });
  const { orderId = '' } = await fixture.pollUntil(id, 'has its order', (portIn) => portIn.orderId !== undefined);
  const { steps } = await theOrder(fixture.client, orderId);
  // The first attempt may have taken effect, so it needs an undo.
  fixture.worker.network.failNext(`${steps[0]?.id}:execute`, 'transient-after');
  fixture.worker.network.failNext(`${steps[0]?.id}:execute`, 'permanent');
  fixture.worker.network.failNext(`${steps[0]?.id}:undo`, 'permanent');
  await fixture.worker.handleWakeUps();
  await fixture.db.pool.query('UPDATE orders SET not_before = NULL WHERE id = $1', [orderId]);
  const { epoch } = await fixture.db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
  fixture.deps.notify([{ orderId, epoch }]);
  await fixture.worker.handleWakeUps();
  expect(await theOrder(fixture.client, orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
  await pollPortIn(id);
  return { ...(await fixture.find(id)), orderId, lineId: line.id };
}

async function close(orderId: string): Promise<void> {
  const operator = await fixture.anOperatorsClient();
  expect(
    await operator.call(closeOrderRoute, { params: { orderId }, body: { reason: 'corrected manually' } }),
  ).toMatchObject({ status: 202 });
}

async function block(lineId: string) {
  const { headers } = await fixture.client.call(blockLineRoute, { params: { id: lineId } });
  return theOrder(fixture.client, headers.get('Location')?.split('/').at(-1) ?? '');
}

/** Processes it again, although it is not due. */
async function pollPortIn(id: string): Promise<void> {
  await fixture.makeDue('port_in', id);
  await fixture.pollPartners();
}

async function runToEnd(id: string): Promise<PortIn> {
  await waitUntil('a port-in has ended', async () => {
    await pollPortIn(id);
    return (await fixture.find(id)).endedAt !== undefined;
  });
  return fixture.find(id);
}

async function statusOf(msisdn: string): Promise<readonly string[]> {
  const found = await fixture.db.pool.query(
    'SELECT s.status FROM resource r JOIN resource_state s ON s.resource_id = r.id WHERE r.external_code = $1',
    [msisdn],
  );
  return found.rows.map(({ status }) => status);
}
