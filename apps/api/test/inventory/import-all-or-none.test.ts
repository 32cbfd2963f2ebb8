import { once } from 'node:events';
import { connect } from 'node:net';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { stateOf } from '../support/state-of.ts';
import { startTestApi } from '../support/test-api.ts';
import { importer, numbers } from './an-import.ts';

let answered = 0;
const api = await startTestApi({
  onAnswered: () => {
    answered += 1;
  },
});
afterAll(() => api.close());
const client = await api.anOperatorsClient();
const { importFile, codesIn } = importer(api, client);
const patience = { timeout: 20_000 };
/** Of imports that keep rows aside. */
const sessions = async () => {
  const found = "datname = current_database() AND query LIKE '%import_row%' AND query NOT LIKE '%pg_stat_activity%'";
  return (await api.db.pool.query(`SELECT 1 FROM pg_stat_activity WHERE ${found}`)).rowCount ?? 0;
};

describe('importing all or none', () => {
  it('writes a file without bad rows', async () => {
    const pool = await aPool(api.db);
    expect(await importFile(pool.id, numbers({ from: 60_000_000, count: 5_000 }), { query: { atomic: true } })).toMatchObject({
      status: 200,
      body: { imported: 5_000, rejected: 0, dryRun: false, errors: [] },
    });
    expect(await codesIn(pool.id)).toHaveLength(5_000);
  });

  it('answers 422 to one bad row with all bad ones, and writes nothing', async () => {
    const taken = await aPool(api.db);
    await importFile(taken.id, numbers({ from: 61_000_000, count: 1 }));
    const pool = await aPool(api.db);
    const before = await stateOf(api.db);
    const content = `${numbers({ from: 61_000_000, count: 5_000 })}x\n+5521961004999\n`;
    expect(await importFile(pool.id, content, { query: { atomic: true } })).toMatchObject({
      status: 422,
      body: {
        code: 'bad-rows',
        imported: 0,
        rejected: 3,
        errors: [
          { line: 2, detail: 'externalCode is in the inventory already', externalCode: '+5521961000000' },
          { line: 5_002, detail: expect.stringContaining('+'), externalCode: 'x' },
          { line: 5_003, detail: 'externalCode stands in line 5001 already', externalCode: '+5521961004999' },
        ],
      },
    });
    expect(await stateOf(api.db)).toEqual(before);
  });

  it('by several at once of the same codes has one who gets them, and the others told', async () => {
    const pools = await Promise.all([aPool(api.db), aPool(api.db), aPool(api.db)]);
    const content = numbers({ from: 63_000_000, count: 5_000 });
    const answers = await Promise.all(pools.map(({ id }) => importFile(id, content, { query: { atomic: true } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await Promise.all(pools.map(({ id }) => codesIn(id)))).map(({ length }) => length).sort()).toEqual([0, 0, 5_000]);
  });

  it('leaves no session behind', async () => {
    await expect.poll(sessions, patience).toBe(0);
  });
});

describe('trying an import', () => {
  it.each([false, true])('writes nothing and answers as the import does (atomic: %s)', async (atomic) => {
    const [tried, imported] = [await aPool(api.db), await aPool(api.db)];
    const content = numbers({ from: atomic ? 64_000_000 : 65_000_000, count: 5_000 });
    for (const file of [content, `${content}x\n${content.trimEnd().split('\n').at(-1)}\n`]) {
      const before = await stateOf(api.db);
      const trial = await importFile(tried.id, file, { query: { atomic, dryRun: true } });
      expect(await stateOf(api.db)).toEqual(before);
      const { body } = await importFile(imported.id, file, { query: { atomic } });
      await api.db.pool.query("UPDATE resource_state SET status = 'decommissioned' WHERE pool_id = $1 AND status = 'available'", [imported.id]);
      const { requestId: _, ...expected } = body as Record<string, unknown>;
      expect(trial.body).toMatchObject({ ...expected, dryRun: true, ...('instance' in expected && { instance: expect.any(String) }) });
    }
  });
});

describe('a connection that is cut in the middle of an import', () => {
  const length = 20_000;

  async function cut(poolId: string, query: string, until: () => Promise<boolean>): Promise<void> {
    const content = Buffer.from(numbers({ from: query ? 66_000_000 : 67_000_000, count: length }));
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [`POST /inventory/pools/${poolId}/resources/import${query} HTTP/1.1`, 'Host: x', `X-API-Key: ${client.key}`, 'Content-Type: text/csv'];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${content.length}\r\n\r\n`);
    socket.write(content.subarray(0, content.length - 100));
    await expect.poll(until, patience).toBe(true);
    const before = answered;
    socket.destroy();
    // What was under way on the line is read first.
    await expect.poll(() => answered, patience).toBeGreaterThan(before);
    await expect.poll(sessions, patience).toBe(0);
  }

  it('leaves what was committed, in whole batches', async () => {
    const pool = await aPool(api.db);
    await cut(pool.id, '', async () => (await codesIn(pool.id)).length > 0);
    let before = -1;
    await expect
      .poll(
        async () => {
          const stands = (await codesIn(pool.id)).length === before;
          before = (await codesIn(pool.id)).length;
          return stands;
        },
        { ...patience, interval: 300 },
      )
      .toBe(true);
    expect(before % 2_000).toBe(0);
    expect(before).toBeLessThan(length);
  });

  it('leaves nothing where it is all or none', async () => {
    const pool = await aPool(api.db);
    await cut(pool.id, '?atomic=true', async () => (await sessions()) > 0);
    expect(await codesIn(pool.id)).toEqual([]);
  });
});
