import { type OpenDb, openDb } from '@linework/db/db';
import { allOrderTypes } from '@linework/domain/order-types/all-order-types';
import { blockLine } from '@linework/domain/order-types/block-line';
import { createOrderAdvancer, type WakeUp } from '@linework/domain/orders/advance-order';
import { noObserver } from '@linework/domain/orders/engine-observer';
import { indexOrderTypes } from '@linework/domain/orders/order-type';
import { placeOrder } from '@linework/domain/orders/place-order';
import { silentLog } from '@linework/log/log';
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
  it('are not checked where there is no order', async () => {
    await aLine(db, 'ACTIVE');
    await expect(checkInvariants(db)).rejects.toThrow('There is no order');
  });

  it('hold for an order that was carried out', async () => {
    const line = await anActiveLine(db);
    lineId = line.id;
    const rings: WakeUp[] = [];
    const ring = (more: readonly WakeUp[]) => void rings.push(...more);
    ({ orderId } = await placeOrder({ db, notify: ring }, { orderType: blockLine, caller: anOperator(), lineId, correlationId: '' }));
    const settings = { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 50, awayLimitMs: 60_000 };
    await createOrderAdvancer({
      db,
      orderTypes: indexOrderTypes(allOrderTypes),
      systems: { network },
      notify: ring,
      observer: noObserver,
      log: silentLog,
      settings,
    })({
      orderId,
      epoch: 0,
    });
    await checkInvariants(db, { effects: network.effects, orderTypes: allOrderTypes });
  });

  const move = `INSERT INTO event (type, resource_type, resource_id, from_status, to_status) VALUES ('x', 'line', (SELECT line_id FROM orders)`;
  const spoilt: readonly [string, string][] = [
    ['I2: no order is due', "UPDATE orders SET status = 'IN_PROGRESS', due_at = now()"],
    ["I4: a line's status agrees", "UPDATE line SET status = 'BLOCKING'"],
    ["I4: a line's status agrees", "UPDATE orders SET status = 'FAILED', failed_at = now()"],
    ['I4: the steps of an order agree', "UPDATE order_step SET status = 'RUNNING'"],
    ['I4: an order that failed and needs attention', "UPDATE orders SET status = 'FAILED', failed_at = now()"],
    ['I4: a settled order is listed by its last change', "UPDATE orders SET updated_at = now() + interval '1 s'"],
    ['I8: every move in the events', `${move}, 'BLOCKED', 'STAND_BY')`],
    ["I9: each event's from", `${move}, 'ACTIVE', 'BLOCKING')`],
    ["I10: a record's status", `${move}, 'BLOCKED', 'ACTIVATING')`],
    ['I14: attempts never exceed', 'ALTER TABLE order_step DROP CONSTRAINT attempts_within_limit; UPDATE order_step SET attempt = 9'],
    ['I14: the attempts that are told', 'UPDATE order_step SET attempt = 2'],
    ['I14: nothing is parked', `UPDATE order_step SET error = '{"code": "poison"}'`],
  ];
  it.each(spoilt)('see when it does not hold that %s', async (invariant, spoil) => {
    expect(await violationsAfter(spoil)).toContainEqual(expect.stringContaining(invariant));
  });

  it('see two orders at work on one line', async () => {
    const twice = `DROP INDEX one_open_order_per_line; UPDATE orders SET status = 'PENDING', due_at = now(); INSERT INTO orders
      (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id, due_at)
      SELECT gen_random_uuid(), broker_id, type, 'PENDING', 'line', resource_id, '', '', now() FROM orders`;
    expect(await violationsAfter(twice)).toContainEqual(expect.stringContaining('I3: a line has at most one'));
  });

  const key = (kind: string) => `${network.effects[0]?.key.split(':')[0]}:${kind}`;
  const ledgers: readonly [string, () => LoggedEffect[], string][] = [
    [
      'I5: each call took effect',
      () => [
        { seq: 1, key: key('execute') },
        { seq: 2, key: key('execute') },
      ],
      '',
    ],
    ['I6: every external step', () => [], ''],
    ['I7: every effect of an order', () => [{ seq: 1, key: key('execute') }], "UPDATE orders SET status = 'ROLLED_BACK'"],
    [
      'I7: no call takes effect after',
      () => [
        { seq: 1, key: key('undo'), undoes: [key('execute')] },
        { seq: 2, key: key('execute') },
      ],
      '',
    ],
  ];
  it.each(ledgers)('see in the ledger when it does not hold that %s', async (invariant, effects, spoil) => {
    expect(await violationsAfter(spoil || 'SELECT 1', effects())).toContainEqual(expect.stringContaining(invariant));
  });
});

/** What is found after the database was spoilt, with its guards off; all of it is taken back. */
function violationsAfter(spoil: string, effects: readonly LoggedEffect[] = network.effects): Promise<readonly string[]> {
  return db.dryRun(async (tx) => {
    const tables = ['line', 'orders', 'order_step', 'event'];
    const run = (text: string) => tx.query({ name: '', text }, []);
    for (const table of tables) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const part of spoil.split(';')) await run(part);
    const violations = await findViolations(tx, { effects, orderTypes: allOrderTypes });
    return violations.map(({ invariant }) => invariant);
  });
}
