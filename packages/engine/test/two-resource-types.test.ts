import { type OpenDb, openDb } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import { aBroker } from '@linework/testing/a-broker';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { placeOrder } from '../src/commands/place-order.ts';
import { createOrderAdvancer } from '../src/execution/advance-order.ts';
import { noObserver } from '../src/model/engine-observer.ts';
import { defineOrderType, indexOrderTypes, type OrderType } from '../src/model/order-type.ts';
import type { ResourceType } from '../src/model/resource-type.ts';
import { defineExternalStep } from '../src/model/step.ts';

interface Systems {
  readonly post: { send(what: string): Promise<undefined> };
}

const aResourceType = (name: string): ResourceType => ({
  name,
  table: name,
  factColumns: [],
  lifecycle: { getSources: () => ['PACKED'], getRequests: () => [] },
  statusEvents: {},
  effects: [],
  notFound: (id) => new Error(`There is no ${name} ${id}.`),
});

const sendOrder = (name: string): OrderType<Systems> =>
  defineOrderType<Systems>({
    code: `${name.toUpperCase()}_SENDING`,
    summary: 'Sends it by post.',
    resource: aResourceType(name),
    change: {
      request: 'send',
      pendingStatus: 'SENDING',
      successStatus: 'SENT',
      failureStatus: 'LOST',
      compensatedStatus: 'PACKED',
    },
    onFailure: 'rollback',
    input: z.strictObject({}),
    steps: [
      defineExternalStep<Systems>({
        code: 'SEND',
        action: 'post.send',
        execute: ({ systems }) => systems.post.send(name),
      }),
    ],
  });
const orderTypes = [sendOrder('letter'), sendOrder('card')];

describe('an engine that knows two resource types', () => {
  let testDb: TestDb;
  let db: OpenDb;
  let brokerId: string;
  const wakeUps: WakeUp[] = [];
  const notify = (added: readonly WakeUp[]) => void wakeUps.push(...added);

  beforeAll(async () => {
    testDb = await createTestDb();
    db = openDb({ url: testDb.url });
    for (const table of ['letter', 'card'])
      await db.pool.query(`CREATE TABLE ${table} (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        broker_id uuid NOT NULL,
        status text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now(),
        CHECK (status <> 'SENT' OR id <> '00000000-0000-0000-0000-000000000000')
      )`);
    brokerId = (await aBroker(db)).id;
  });
  afterAll(async () => {
    await db?.close();
    await testDb?.drop();
  });

  async function place(orderType: OrderType<Systems>, id = newId()): Promise<string> {
    const table = orderType.resource.table;
    await db.pool.query(`INSERT INTO ${table} (id, broker_id, status) VALUES ($1, $2, 'PACKED')`, [id, brokerId]);
    await placeOrder({ db, notify }, newId(), {
      orderType,
      caller: { keyId: null, brokerId, scopes: [] },
      resourceId: id,
      correlationId: 'test',
    });
    return id;
  }

  /**
   * Executes the placed orders at the same time. All calls end at the same moment, so their transitions are one batch.
   */
  async function executeTogether(): Promise<void> {
    const placed = wakeUps.splice(0);
    const arrived = Promise.withResolvers<undefined>();
    let count = 0;
    const send = () => {
      count += 1;
      if (count === placed.length) arrived.resolve(undefined);
      return arrived.promise;
    };
    const settings = { leaseMs: 10_000, stepTimeoutMs: 5_000, acquisitionLimit: 10, unavailableLimitMs: 60_000 };
    const advance = createOrderAdvancer({
      db,
      log: silentLog,
      notify,
      settings,
      systems: { post: { send } },
      orderTypes: indexOrderTypes(orderTypes),
      observer: noObserver,
    });
    await Promise.allSettled(placed.map(advance));
  }

  const statusesOf = async (table: string) =>
    (
      await db.pool.query(
        `SELECT r.id, r.status, o.status AS order FROM ${table} r JOIN orders o ON o.resource_id = r.id ORDER BY r.id`,
      )
    ).rows;

  it('executes orders on both at the same time', async () => {
    const [letter, card] = [
      await place(orderTypes[0] as OrderType<Systems>),
      await place(orderTypes[1] as OrderType<Systems>),
    ];
    await executeTogether();
    expect(await statusesOf('letter')).toEqual([{ id: letter, status: 'SENT', order: 'COMPLETED' }]);
    expect(await statusesOf('card')).toEqual([{ id: card, status: 'SENT', order: 'COMPLETED' }]);
  });

  it('completes the orders on one if the database rejects the transition of the other', async () => {
    const letter = await place(orderTypes[0] as OrderType<Systems>);
    const rejected = await place(orderTypes[1] as OrderType<Systems>, '00000000-0000-0000-0000-000000000000');
    await executeTogether();
    expect(await statusesOf('letter')).toContainEqual({ id: letter, status: 'SENT', order: 'COMPLETED' });
    expect(await statusesOf('card')).toContainEqual({ id: rejected, status: 'SENDING', order: 'IN_PROGRESS' });
  });
});
