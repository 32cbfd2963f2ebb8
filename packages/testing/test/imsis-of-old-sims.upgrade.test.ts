import { randomUUID } from 'node:crypto';
import { migrate } from '@linework/db/migrate';
import { simTypeId } from '@linework/schemas/inventory/resource-type';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDatabaseOfRelease1 } from '../src/create-database-of-release-1.ts';
import { createEmptyDb } from '../src/create-test-db.ts';

describe('the migration that makes an IMSI unique', () => {
  it('keeps the IMSI of one SIM: the one on a line, or else the oldest that is not decommissioned', async () => {
    const { url, drop } = await createEmptyDb();
    await createDatabaseOfRelease1(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await drop();
    });
    const [brokerId, holderId, lineId, poolId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await client.query("INSERT INTO broker (id, name) VALUES ($1, 'b')", [brokerId]);
    await client.query("INSERT INTO pool (id, type_id, broker_id, name) VALUES ($1, $2, $3, 'p')", [
      poolId,
      simTypeId,
      brokerId,
    ]);
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    await client.query(
      `INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi)
       VALUES ($1, $2, $3, 'ACTIVE', '+5511', '8955', '72411')`,
      [lineId, brokerId, holderId],
    );
    let codes = 0;
    const sim = async (attributes: object, { status = 'available', line = null as string | null } = {}) => {
      const id = randomUUID();
      codes += 1;
      const values = [
        id,
        poolId,
        simTypeId,
        brokerId,
        `sim ${codes}`,
        JSON.stringify(attributes),
        status === 'decommissioned',
        codes,
      ];
      await client.query(
        `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, attributes, created_at, retired_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + $8::int * interval '1 s', CASE WHEN $7 THEN now() END)`,
        values,
      );
      const state = [id, poolId, brokerId, status, line];
      await client.query(
        `INSERT INTO resource_state (resource_id, pool_id, broker_id, created_at, status, line_id)
         VALUES ($1, $2, $3, now(), $4, $5)`,
        state,
      );
      return id;
    };
    const alone = await sim({ imsi: '724110000000001' });
    await sim({ imsi: '724' });
    await sim({ imsi: 724110000000009 });
    await sim({});
    await sim({ imsi: '724110000000002' });
    const onLine = await sim({ imsi: '724110000000002' }, { status: 'active', line: lineId });
    await sim({ imsi: '724110000000003' }, { status: 'decommissioned' });
    const oldest = await sim({ imsi: '724110000000003' });
    await sim({ imsi: '724110000000003' });
    await client.query('SET session_replication_role = origin');

    await migrate(url);

    const { rows } = await client.query('SELECT id, imsi FROM resource WHERE imsi IS NOT NULL ORDER BY imsi');
    expect(rows).toEqual([
      { id: alone, imsi: '724110000000001' },
      { id: onLine, imsi: '724110000000002' },
      { id: oldest, imsi: '724110000000003' },
    ]);
  });
});
