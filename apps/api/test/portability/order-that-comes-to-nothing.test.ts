import { blockLineRoute } from '@linework/schemas/lines/block-line.route';
import { deleteLineRoute } from '@linework/schemas/lines/delete-line.route';
import { getLineRoute } from '@linework/schemas/lines/get-line.route';
import { closeOrderRoute } from '@linework/schemas/orders/close-order.route';
import { rollbackOrderRoute } from '@linework/schemas/orders/rollback-order.route';
import type { PortIn } from '@linework/schemas/portability/port-in';
import { checkInvariants } from '@linework/testing/invariants/check-invariants';
import { until } from '@linework/testing/processes/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { theOrder } from '../orders/a-failed-order.ts';
import { aLineOfTheDesk } from './a-line-of-the-desk.ts';
import { openPortabilityDesk, type PortabilityDesk } from './portability-desk.ts';

let desk: PortabilityDesk;
beforeAll(async () => {
  desk = await openPortabilityDesk();
});
afterEach(() => desk.worker.network.endTrouble());
afterAll(() => desk.close());

describe('a port-in whose order is in debt', () => {
  it('comes to nothing when another order has taken its place: the number is withdrawn and stays with its donor', async () => {
    const { id, msisdn, lineId } = await inDebt();
    await block(lineId);
    await desk.worker.answerRings();
    expect(await end(id)).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('taken its place') });

    expect(await statusOf(msisdn)).toEqual(['decommissioned']);
    expect((await desk.simulator.ledger({ id })).at(-1)?.record.status).toBe('CANCELLED');
  });

  it('waits as long as that other may be undone', async () => {
    const { id, msisdn, orderId, lineId } = await inDebt();
    const other = await block(lineId);
    desk.worker.network.trouble(`${other.steps[0]?.id}:execute`, 'refusal');
    await desk.worker.answerRings();
    await look(id);
    expect(await desk.find(id)).toMatchObject({ status: 'PENDING' });
    await desk.client.call(rollbackOrderRoute, { params: { orderId: other.id } });
    await desk.worker.answerRings();
    await look(id);

    expect(await desk.find(id)).toMatchObject({ status: 'PENDING', orderId });
    expect(await statusOf(msisdn)).toEqual(['reserved']);
  });

  it('comes to nothing when that is closed', async () => {
    const { id, msisdn, orderId } = await inDebt();
    await close(orderId);
    expect(await end(id)).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('closed') });

    expect(await statusOf(msisdn)).toEqual(['decommissioned']);
    const { rows } = await desk.db.pool.query('SELECT status FROM reservation WHERE id = $1', [orderId]);
    expect(rows).toEqual([{ status: 'RELEASED' }]);
  });

  it('comes to nothing when that was to make a line of the number and is closed: the line may still be deleted, and gives its SIM back', async () => {
    const { id, msisdn } = await desk.aPortIn();
    const { orderId = '', lineId = '' } = await desk.askUntil(id, 'has its order', (portIn) => portIn.orderId !== undefined);
    desk.worker.network.trouble(`${orderId}-1:execute`, 'refusal');
    await desk.worker.answerRings();
    expect(await theOrder(desk.client, orderId)).toMatchObject({ status: 'FAILED' });
    await close(orderId);
    expect(await end(id)).toMatchObject({ status: 'ERROR', reasonDetail: expect.stringContaining('closed') });
    expect(await statusOf(msisdn)).toEqual(['decommissioned']);
    await checkInvariants(desk.db);

    await desk.client.call(deleteLineRoute, { params: { id: lineId } });
    await desk.worker.answerRings();
    expect((await desk.client.call(getLineRoute, { params: { id: lineId } })).body).toMatchObject({ status: 'TERMINATED' });
    expect(await desk.db.prisma.resourceState.count({ where: { poolId: desk.sims.id, status: { not: 'available' } } })).toBe(0);
  });

  it('leaves a sound database behind', () => checkInvariants(desk.db));
});

/** One whose order the network has refused, and to undo it too. */
async function inDebt(): Promise<PortIn & { readonly orderId: string; readonly lineId: string }> {
  const line = await aLineOfTheDesk(desk, 'ACTIVE');
  const { id } = await desk.aPortIn({ lineId: line.id, customerId: line.holderId });
  const { orderId = '' } = await desk.askUntil(id, 'has its order', (portIn) => portIn.orderId !== undefined);
  const { steps } = await theOrder(desk.client, orderId);
  // The first attempt may have taken effect, so that there is something to undo.
  desk.worker.network.trouble(`${steps[0]?.id}:execute`, 'passing-after');
  desk.worker.network.trouble(`${steps[0]?.id}:execute`, 'refusal');
  desk.worker.network.trouble(`${steps[0]?.id}:undo`, 'refusal');
  await desk.worker.answerRings();
  await desk.db.pool.query('UPDATE orders SET not_before = NULL WHERE id = $1', [orderId]);
  const { run } = await desk.db.prisma.order.findUniqueOrThrow({ where: { id: orderId } });
  desk.deps.ring([{ orderId, run }]);
  await desk.worker.answerRings();
  expect(await theOrder(desk.client, orderId)).toMatchObject({ status: 'ROLLBACK_FAILED' });
  await look(id);
  return { ...(await desk.find(id)), orderId, lineId: line.id };
}

async function close(orderId: string): Promise<void> {
  const operator = await desk.anOperatorsClient();
  expect(await operator.call(closeOrderRoute, { params: { orderId }, body: { reason: 'put right by hand' } })).toMatchObject({ status: 202 });
}

async function block(lineId: string) {
  const { headers } = await desk.client.call(blockLineRoute, { params: { id: lineId } });
  return theOrder(desk.client, headers.get('Location')?.split('/').at(-1) ?? '');
}

/** Looks once more at it, though it is not due. */
async function look(id: string): Promise<void> {
  await desk.letTimePass('port_in', id);
  await desk.ask();
}

async function end(id: string): Promise<PortIn> {
  await until('a port-in is over', async () => {
    await look(id);
    return (await desk.find(id)).endedAt !== undefined;
  });
  return desk.find(id);
}

async function statusOf(msisdn: string): Promise<readonly string[]> {
  const found = await desk.db.pool.query('SELECT s.status FROM resource r JOIN resource_state s ON s.resource_id = r.id WHERE r.external_code = $1', [msisdn]);
  return found.rows.map(({ status }) => status);
}
