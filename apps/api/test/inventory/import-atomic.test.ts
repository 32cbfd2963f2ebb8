import { once } from 'node:events';
import { connect } from 'node:net';
import { unprepared } from '@linework/db/statement';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { buildNumbersCsv, createImporter } from './an-import.ts';

takesLong('much-work');

let answered = 0;
const api = await startTestApi({
  onCompleted: () => {
    answered += 1;
  },
});
afterAll(() => api.close());
const client = await api.anOperatorsClient();
const { aPoolToFill, importFile, codesIn } = createImporter(api, client);
/** The sessions of imports that stage rows. */
const sessions = async () => {
  const found = "datname = current_database() AND query LIKE '%import_row%' AND query NOT LIKE '%pg_stat_activity%'";
  return (await api.db.pool.query(`SELECT 1 FROM pg_stat_activity WHERE ${found}`)).rowCount ?? 0;
};

/** A file whose first line is sent at once and the others on request. */
function aSlowFile(file: string) {
  const [head, rows] = [file.slice(0, file.indexOf('\n') + 1), file.slice(file.indexOf('\n') + 1)];
  const started = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const parts = [head, rows];
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = parts.shift();
      if (part === undefined) return controller.close();
      if (part === rows) {
        started.resolve();
        await sent.promise;
      }
      controller.enqueue(Buffer.from(part));
    },
  });
  return { content, started: started.promise, send: () => sent.resolve() };
}

/**
 * Whether an import that began after this time has found its pool. It is queried over a separate connection, because
 * those of the pool show only their last statement.
 */
function hasFoundPool(since: Date): Promise<boolean> {
  const found = `datname = current_database() AND query LIKE '%AS "typeCode"%FROM pool p%'
    AND query NOT LIKE '%pg_stat_activity%' AND state = 'idle'`;
  const query = unprepared(
    'test-has-found-pool',
    { since: 'timestamptz' },
    `SELECT 1 FROM pg_stat_activity WHERE ${found} AND query_start > :since`,
  );
  return api.db.withDedicatedConnection(async (outside) => (await outside.query(query, { since })).length === 1);
}

describe('an atomic import', () => {
  it('writes a file without bad rows', async () => {
    const pool = await aPoolToFill();
    expect(
      await importFile(pool.id, buildNumbersCsv({ from: 60_000_000, count: 5_000 }), { query: { atomic: true } }),
    ).toMatchObject({
      status: 200,
      body: { imported: 5_000, rejected: 0, dryRun: false, errors: [] },
    });
    expect(await codesIn(pool.id)).toHaveLength(5_000);
  });

  it('returns 422 for one bad row with all bad rows, and writes nothing', async () => {
    const usedPool = await aPoolToFill();
    await importFile(usedPool.id, buildNumbersCsv({ from: 61_000_000, count: 1 }));
    const pool = await aPoolToFill();
    const before = await readDatabaseState(api.db);
    const content = `${buildNumbersCsv({ from: 61_000_000, count: 5_000 })}x\n+5521961004999\n`;
    expect(await importFile(pool.id, content, { query: { atomic: true } })).toMatchObject({
      status: 422,
      body: {
        code: 'bad-rows',
        imported: 0,
        rejected: 3,
        errors: [
          {
            line: 2,
            detail: 'Line 2 is not valid: externalCode is already in the inventory.',
            externalCode: '+5521961000000',
            code: 'external-code-taken',
          },
          { line: 5_002, detail: expect.stringContaining('+'), externalCode: 'x' },
          {
            line: 5_003,
            detail: 'Line 5003 is not valid: externalCode is already in line 5001.',
            externalCode: '+5521961004999',
          },
        ],
      },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('of the same codes by several clients succeeds for one and reports the codes to the others', async () => {
    const pools = await Promise.all([aPoolToFill(), aPoolToFill(), aPoolToFill()]);
    const content = buildNumbersCsv({ from: 63_000_000, count: 5_000 });
    const responses = await Promise.all(pools.map(({ id }) => importFile(id, content, { query: { atomic: true } })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await Promise.all(pools.map(({ id }) => codesIn(id)))).map(({ length }) => length).sort()).toEqual([
      0, 0, 5_000,
    ]);
  });

  it('returns 404 when the pool was deleted while the file was sent', async () => {
    for (const atomic of [true, false]) {
      const pool = await aPoolToFill();
      const slow = aSlowFile(buildNumbersCsv({ from: 71_000_000, count: 10 }));
      const [{ now }] = (await api.db.pool.query('SELECT clock_timestamp() AS now')).rows;
      const importing = importFile(pool.id, slow.content, { query: { atomic } });
      await expect.poll(() => hasFoundPool(now)).toBe(true);
      await api.db.pool.query('DELETE FROM pool WHERE id = $1', [pool.id]);
      slow.send();
      expect(await importing).toMatchObject({ status: 404, body: { detail: `There is no pool ${pool.id}.` } });
    }
  });

  it('returns 503 for a fifth concurrent one, and accepts it after another one ends', async () => {
    const pools = await Promise.all(Array.from({ length: 5 }, () => aPoolToFill()));
    const files = pools.map((_, at) => aSlowFile(buildNumbersCsv({ from: 72_000_000 + at * 100, count: 10 })));
    const send = (at: number) =>
      importFile(pools[at]?.id ?? '', files[at]?.content ?? '', {
        query: { atomic: at % 2 === 0, dryRun: at % 2 === 1 },
      });
    const first = [0, 1, 2, 3].map(send);
    await Promise.all(files.slice(0, 4).map(({ started }) => started));
    await expect.poll(sessions).toBe(4);
    const fifth = buildNumbersCsv({ from: 72_000_400, count: 10 });
    const poolId = pools[4]?.id ?? '';
    expect(await importFile(poolId, fifth, { query: { atomic: true } })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
    for (const { send } of files) send();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await importFile(poolId, fifth, { query: { atomic: true } })).toMatchObject({
      status: 200,
      body: { imported: 10 },
    });
  });

  it('leaves no session open', async () => {
    await expect.poll(sessions).toBe(0);
  });
});

describe('a dry run of an import', () => {
  it.each([false, true])('writes nothing and returns the same as the import (atomic: %s)', async (atomic) => {
    const [tried, imported] = [await aPoolToFill(), await aPoolToFill()];
    const content = buildNumbersCsv({ from: atomic ? 64_000_000 : 65_000_000, count: 5_500 });
    for (const file of [content, `${content}x\n${content.trimEnd().split('\n').at(-1)}\n`]) {
      const before = await readDatabaseState(api.db);
      const trial = await importFile(tried.id, file, { query: { atomic, dryRun: true } });
      expect(await readDatabaseState(api.db)).toEqual(before);
      const { body } = await importFile(imported.id, file, { query: { atomic } });
      await api.db.pool.query(
        "UPDATE resource_state SET status = 'decommissioned' WHERE pool_id = $1 AND status = 'available'",
        [imported.id],
      );
      // A dry run makes nothing that can be undone.
      const { requestId: _, importId: _import, ...expected } = body as Record<string, unknown>;
      expect(trial.body).toMatchObject({
        ...expected,
        dryRun: true,
        ...('instance' in expected && { instance: expect.any(String) }),
      });
    }
  });
});

describe('a connection that breaks during an import', () => {
  const length = 20_000;

  async function disconnect(poolId: string, query: string, until: () => Promise<boolean>): Promise<void> {
    const content = Buffer.from(buildNumbersCsv({ from: query ? 66_000_000 : 67_000_000, count: length }));
    const socket = connect(api.port, '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      `POST /inventory/pools/${poolId}/resources/import${query} HTTP/1.1`,
      'Host: x',
      `X-API-Key: ${client.key}`,
      'Content-Type: text/csv',
    ];
    socket.write(`${head.join('\r\n')}\r\nContent-Length: ${content.length}\r\n\r\n`);
    socket.write(content.subarray(0, content.length - 100));
    await expect.poll(until).toBe(true);
    const before = answered;
    socket.destroy();
    // The server first reads the data that was already sent.
    await expect.poll(() => answered).toBeGreaterThan(before);
    await expect.poll(sessions).toBe(0);
  }

  it('keeps the committed batches', async () => {
    const pool = await aPoolToFill();
    await disconnect(pool.id, '', async () => (await codesIn(pool.id)).length > 0);
    let before = -1;
    await expect
      .poll(
        async () => {
          const isUnchanged = (await codesIn(pool.id)).length === before;
          before = (await codesIn(pool.id)).length;
          return isUnchanged;
        },
        { interval: 300 },
      )
      .toBe(true);
    expect(before % 1_000).toBe(0);
    expect(before).toBeLessThan(length);
  });

  it('writes nothing when the import is atomic', async () => {
    const pool = await aPoolToFill();
    await disconnect(pool.id, '?atomic=true', async () => (await sessions()) > 0);
    expect(await codesIn(pool.id)).toEqual([]);
  });
});
