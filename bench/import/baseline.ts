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
 * Not something to use: nothing is read, checked or told. It is what writing the same rows costs, with their indexes, states,
 * events and counts, by PostgreSQL's fastest way in: one COPY of a file that it reads itself.
 */
export const copyRows: ImportMethod = async (rows) => {
  const { url, pool, check, close } = await anEmptyPool();
  const file = join(tmpdir(), `bench-import-${randomUUID()}.csv`);
  await pipeline(
    createFile(rows, (at) => `${newId()},${pool.id},${pool.typeId},${pool.brokerId},${numberAt(at)}`),
    // For the user under whom PostgreSQL runs.
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
