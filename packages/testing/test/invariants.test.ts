import { type OpenDb, openDb } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { createOrderAdvancer } from '@linework/engine/execution/advance-order';
import { noObserver } from '@linework/engine/model/engine-observer';
import { indexOrderTypes } from '@linework/engine/model/order-type';
import { placeOrder } from '@linework/lines/commands/place-order';
import { allOrderTypes } from '@linework/lines/order-types/all-order-types';
import { blockLine } from '@linework/lines/order-types/block-line';
import { silentLog } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLine, anActiveLine } from '../src/a-line.ts';
import { anOperator } from '../src/callers.ts';
import { createTestDb, type TestDb } from '../src/create-test-db.ts';
import { checkInvariants, findViolations, type LoggedEffect } from '../src/invariants/check-invariants.ts';
import { recordingNetwork } from '../src/recording-network.ts';

let testDb: TestDb;
let db: OpenDb;
const network = recordingNetwork();
let orderId: string;
let lineId: string;

beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url });
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

describe('the invariants', () => {
  it('are not checked if there is no order', async () => {
    await aLine(db, 'ACTIVE');
    await expect(checkInvariants(db)).rejects.toThrow('without an order');
  });

  it('hold for a completed order', async () => {
    const line = await anActiveLine(db);
    lineId = line.id;
    const wakeUps: WakeUp[] = [];
    const notify = (more: readonly WakeUp[]) => void wakeUps.push(...more);
    ({ orderId } = await placeOrder(
      { db, notify },
      { orderType: blockLine, caller: anOperator(), lineId, correlationId: '' },
    ));
    const settings = { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, unavailableLimitMs: 60_000 };
    await createOrderAdvancer({
      db,
      orderTypes: indexOrderTypes(allOrderTypes),
      systems: { network },
      notify,
      observer: noObserver,
      log: silentLog,
      settings,
    })({
      orderId,
      epoch: 0,
    });
    await checkInvariants(db, { effects: network.effects, orderTypes: allOrderTypes });
  });

  const transition = `INSERT INTO event (type, resource_type, resource_id, from_status, to_status)
    VALUES ('x', 'line', (SELECT line_id FROM orders)`;
  const corruptions: readonly [string, string][] = [
    ['I2: no order is due or open', "UPDATE orders SET status = 'IN_PROGRESS', due_at = now()"],
    ["I4: a line's status matches", "UPDATE line SET status = 'BLOCKING'"],
    ["I4: a line's status matches", "UPDATE orders SET status = 'FAILED', failed_at = now()"],
    ['I4: the steps of an order match', "UPDATE order_step SET status = 'RUNNING'"],
    [
      'I4: a step has finished before the next',
      "UPDATE order_step SET finished_at = finished_at + interval '1 s' WHERE position = 0",
    ],
    ['I4: an order that failed and needs attention', "UPDATE orders SET status = 'FAILED', failed_at = now()"],
    ['I4: a settled order is sorted by its last change', "UPDATE orders SET updated_at = now() + interval '1 s'"],
    ['I8: every transition in the events', `${transition}, 'BLOCKED', 'STAND_BY')`],
    ["I9: each event's from", `${transition}, 'ACTIVE', 'BLOCKING')`],
    ["I10: a record's status", `${transition}, 'BLOCKED', 'ACTIVATING')`],
    [
      'I14: attempts never exceed',
      'ALTER TABLE order_step DROP CONSTRAINT attempts_within_limit; UPDATE order_step SET attempt = 9',
    ],
    ['I14: the number of recorded attempts', 'UPDATE order_step SET attempt = 2'],
    ['I14: no order is dead-lettered', `UPDATE order_step SET error = '{"code": "poison"}'`],
  ];
  it.each(corruptions)('detect a violation of %s', async (invariant, corruption) => {
    expect(await violationsAfter(corruption)).toContainEqual(expect.stringContaining(invariant));
  });

  it('detect two open orders on one line', async () => {
    const secondOrder = `DROP INDEX one_open_order_per_resource;
      UPDATE orders SET status = 'PENDING', due_at = now();
      INSERT INTO orders
      (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id, due_at)
      SELECT gen_random_uuid(), broker_id, type, 'PENDING', 'line', resource_id, '', '', now() FROM orders`;
    expect(await violationsAfter(secondOrder)).toContainEqual(
      expect.stringContaining('I3: a resource has at most one'),
    );
  });

  const key = (kind: string) => `${network.effects[0]?.key.split(':')[0]}:${kind}`;
  const requestLogs: readonly [string, () => LoggedEffect[], string][] = [
    [
      'I5: each call took effect',
      () => [
        { seq: 1, key: key('execute') },
        { seq: 2, key: key('execute') },
      ],
      '',
    ],
    ['I6: every completed external step', () => [], ''],
    [
      'I7: every effect of a rolled back order',
      () => [{ seq: 1, key: key('execute') }],
      "UPDATE orders SET status = 'ROLLED_BACK'",
    ],
    [
      'I7: no call takes effect after',
      () => [
        { seq: 1, key: key('undo'), undoes: [key('execute')] },
        { seq: 2, key: key('execute') },
      ],
      '',
    ],
  ];
  it.each(requestLogs)('detect a violation in the request log of %s', async (invariant, effects, corruption) => {
    expect(await violationsAfter(corruption || 'SELECT 1', effects())).toContainEqual(
      expect.stringContaining(invariant),
    );
  });
});

/** Returns the violations after the database was corrupted with its guards off. Everything is rolled back. */
function violationsAfter(
  corruption: string,
  effects: readonly LoggedEffect[] = network.effects,
): Promise<readonly string[]> {
  return db.dryRun(async (tx) => {
    const tables = ['line', 'orders', 'order_step', 'event'];
    const run = (text: string) => tx.query(assembled({ text, values: [] }));
    for (const table of tables) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const part of corruption.split(';')) await run(part);
    const violations = await findViolations(tx, { effects, orderTypes: allOrderTypes });
    return violations.map(({ invariant }) => invariant);
  });
}
