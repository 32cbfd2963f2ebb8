import { openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { statement } from '@linework/db/statement';
import { retryOrder } from '@linework/engine/commands/retry-order';
import { createOrderAdvancer } from '@linework/engine/execution/advance-order';
import { requeueDueOrders } from '@linework/engine/execution/requeue-due-orders';
import { noObserver } from '@linework/engine/model/engine-observer';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { findOrder } from '@linework/engine/queries/find-order';
import { silentLog } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import { anOperator } from '@linework/testing/callers';
import { findViolations } from '@linework/testing/invariants/check-invariants';
import { createOldDatabase, oldOrders } from '@linework/testing/orders-of-the-release-before';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { recordingNetwork } from '@linework/testing/recording-network';
import { afterAll, describe, expect, it } from 'vitest';
import { blockLine } from '../../src/order-types/block-line.ts';

const { testDb, orderIds } = await createOldDatabase();
await migrate(testDb.url);
const db = openDb({ url: testDb.url });
const statuses = Object.keys(oldOrders) as readonly OrderStatus[];
const caller = anOperator();
const orderTypes = indexOrderTypes([blockLine]);
const wakeUps: WakeUp[] = [];
const notify = (added: readonly WakeUp[]) => void wakeUps.push(...added);
const openStatement = statement('test-open-orders', 'SELECT id FROM orders WHERE is_open');
const eventTypesStatement = statement('test-event-types', "SELECT DISTINCT type FROM event WHERE type LIKE '%-%'");
const outcomesStatement = statement('test-outcomes', 'SELECT DISTINCT outcome FROM order_attempt ORDER BY outcome');

afterAll(async () => {
  await db.close();
  await testDb.drop();
});

describe('orders of the release before the columns were renamed', () => {
  it.each(statuses)('show their status %s after the migration', async (status) => {
    expect(await findOrder(db, { caller, orderId: orderIds[status] })).toMatchObject({ type: 'LINE_BLOCK', status });
  });

  it('have the event types and outcomes of this release', async () => {
    expect(await db.query(eventTypesStatement)).toEqual([]);
    expect(await db.query(outcomesStatement)).toEqual([{ outcome: 'refused' }, { outcome: 'transient' }]);
  });

  it('are continued by a worker of this release, and break no invariant', async () => {
    const settings = { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, unavailableLimitMs: 60_000 };
    const advanceOrder = createOrderAdvancer({
      db,
      orderTypes,
      systems: { network: recordingNetwork() },
      notify,
      observer: noObserver,
      log: silentLog,
      settings,
    });
    await waitUntil('every order is settled', async () => {
      await requeueDueOrders({ db, notify, unavailableLimitMs: settings.unavailableLimitMs });
      for (let next = wakeUps.shift(); next; next = wakeUps.shift()) await advanceOrder(next);
      return (await db.query(openStatement)).length === 0;
    });
    const ends = await Promise.all(
      statuses.map(async (status) => [status, (await findOrder(db, { caller, orderId: orderIds[status] })).status]),
    );
    expect(Object.fromEntries(ends)).toEqual({
      ...Object.fromEntries(statuses.map((status) => [status, status])),
      PENDING: 'COMPLETED',
      IN_PROGRESS: 'COMPLETED',
      ROLLING_BACK: 'ROLLED_BACK',
      CANCELLING: 'CANCELLED',
    });
    expect(await findViolations(db)).toEqual([]);
  });

  it('can be retried if they had failed', async () => {
    await retryOrder({ db, notify, orderTypes }, { caller, orderId: orderIds.FAILED });
    expect(await findOrder(db, { caller, orderId: orderIds.FAILED })).toMatchObject({ status: 'IN_PROGRESS' });
  });
});
