import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import { anEmptyPool } from './a-pool.ts';
import { measure } from './measure.ts';
import type { ImportMethod } from './measured-import.ts';
import { createFile, numberAt } from './numbers.ts';

/**
 * Not usable in production: it checks nothing and reports no errors. It measures the cost of writing the same rows,
 * with their indexes, states, events and counters, in the fastest way of PostgreSQL: one COPY of a file that the server
 * reads.
 */
export const copyRows: ImportMethod = async (rows) => {
  const { url, pool, check, close } = await anEmptyPool();
  const file = join(tmpdir(), `bench-import-${randomUUID()}.csv`);
  await pipeline(
    createFile(rows, (at) => `${newId()},${pool.id},${pool.typeId},${pool.brokerId},${numberAt(at)}`),
    // The user of PostgreSQL has to be able to read the file.
    createWriteStream(file, { mode: 0o644 }),
  );
  const session = new pg.Client(url);
  await session.connect();
  try {
    const turn = await measure(rows, async () => {
      await session.query(`COPY resource (id, pool_id, type_id, broker_id, external_code) FROM '${file}' (FORMAT csv)`);
    });
    await check(rows);
    return turn;
  } finally {
    await session.end();
    await rm(file);
    await close();
  }
};
