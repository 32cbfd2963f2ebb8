import { findOrder } from '@linework/engine/queries/find-order';
import { readEvents } from '@linework/events/read-events';
import { expireReservations } from '@linework/inventory/expiry/expire-due';
import { silentLog } from '@linework/log/log';
import { moveDueSubscriptions } from '@linework/subscriptions/move-due-subscriptions';
import { anActiveLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { aTestDb } from '@linework/testing/a-test-db';
import { anOperator } from '@linework/testing/callers';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { describe, expect, it } from 'vitest';

const db = await aTestDb();
const caller = anOperator();

const findActors = async (recordId: string, type: string) => {
  const { items } = await readEvents(db, recordId, { caller, limit: 100 });
  return items.filter((event) => event.type === type).map(({ actor }) => actor);
};

describe('the event of a job', () => {
  it('names the job: for a due subscription and for the orders that its pause places', async () => {
    const line = await anActiveLine(db);
    const options = { brokerId: line.brokerId, customerId: line.holderId, lineIds: [line.id] };
    const { id } = await aSubscription(db, 'ACTIVE', { ...options, scheduledPauseAt: new Date(Date.now() - 60_000) });
    await moveDueSubscriptions({ db, notify: () => {}, log: silentLog });
    const system = { type: 'system', job: 'move-due-subscriptions' };
    expect(await findActors(id, 'subscription.paused')).toEqual([system]);
    expect(await findActors(line.id, 'line.block_started')).toEqual([system]);
    const { id: orderId } = await db.prisma.order.findFirstOrThrow({ where: { resourceId: line.id } });
    expect(await findActors(orderId, 'order.placed')).toEqual([system]);
    expect((await findOrder(db, { caller, orderId })).metadata).toEqual({ subscriptionId: id, actor: system });
  });

  it('names the job that ends reservations', async () => {
    const pool = await aPool(db, { count: 1 });
    await reserveAll(db, pool, { endsInMs: -1_000 });
    await expireReservations(db);
    expect((await findActors(pool.resourceIds[0] as string, 'resource.made_available')).at(-1)).toEqual({
      type: 'system',
      job: 'expire-resources',
    });
  });
});
