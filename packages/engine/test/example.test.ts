import { type OpenDb, openDb } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { aBroker } from '@linework/testing/a-broker';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Courier, ship } from '../example/parcels.ts';
import { PermanentError } from '../src/model/system-errors.ts';

describe('the example of the engine: an order on a parcel', () => {
  let testDb: TestDb;
  let db: OpenDb;
  let brokerId: string;
  const booked: unknown[] = [];
  const courier: Courier = { book: async (_, parcel) => void booked.push(parcel), cancel: async () => {} };

  beforeAll(async () => {
    testDb = await createTestDb();
    db = openDb({ url: testDb.url });
    await db.pool.query(`CREATE TABLE parcel (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        broker_id uuid NOT NULL,
        status text NOT NULL,
        address text NOT NULL,
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE TABLE parcel_stamp (parcel_id uuid PRIMARY KEY REFERENCES parcel)`);
    brokerId = (await aBroker(db)).id;
  });
  afterAll(async () => {
    await db?.close();
    await testDb?.drop();
  });

  async function aParcel(): Promise<string> {
    const { rows } = await db.pool.query(
      "INSERT INTO parcel (broker_id, status, address) VALUES ($1, 'PACKED', 'Rua A, 1') RETURNING id",
      [brokerId],
    );
    return rows[0].id;
  }

  const stateOf = async (parcelId: string, orderId: string) => {
    const { rows } = await db.pool.query(
      `SELECT p.status AS parcel, o.status AS order, o.resource_type AS "resourceType",
         (SELECT count(*)::int FROM parcel_stamp s WHERE s.parcel_id = p.id) AS stamps
       FROM parcel p JOIN orders o ON o.resource_id = p.id WHERE p.id = $1 AND o.id = $2`,
      [parcelId, orderId],
    );
    return rows[0];
  };

  it('ships the parcel: the courier is booked, and the stamp is written with the end of the order', async () => {
    const id = await aParcel();
    const orderId = await ship(db, silentLog, courier, { id, brokerId });
    expect(await stateOf(id, orderId)).toEqual({
      parcel: 'SHIPPED',
      order: 'COMPLETED',
      resourceType: 'parcel',
      stamps: 1,
    });
    expect(booked).toEqual([{ id, address: 'Rua A, 1' }]);
  });

  it('is rolled back if the courier refuses: the parcel is as before, without a stamp', async () => {
    const id = await aParcel();
    const refusal = {
      ...courier,
      book: () => Promise.reject(new PermanentError('no-delivery', 'The courier does not deliver there.')),
    };
    const orderId = await ship(db, silentLog, refusal, { id, brokerId });
    expect(await stateOf(id, orderId)).toEqual({
      parcel: 'PACKED',
      order: 'ROLLED_BACK',
      resourceType: 'parcel',
      stamps: 0,
    });
  });

  it('is rejected in a status that does not allow it, by the lifecycle of parcels', async () => {
    const id = await aParcel();
    await ship(db, silentLog, courier, { id, brokerId });
    await expect(ship(db, silentLog, courier, { id, brokerId })).rejects.toMatchObject({
      code: 'invalid-status-transition',
    });
  });

  it('is rejected on a parcel of another broker', async () => {
    const other = await aBroker(db);
    await expect(ship(db, silentLog, courier, { id: await aParcel(), brokerId: other.id })).rejects.toThrow(
      'There is no parcel',
    );
  });
});
