import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDb } from '@linework/db/db';
import { aLine } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { createTestDb } from '@linework/testing/create-test-db';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import { mergeCodes } from '../../src/admin/verify-cells.ts';
import { runLinework } from '../start-linework.ts';

takesLong('much-work');

async function aCell() {
  const testDb = await createTestDb();
  const db = openDb({ url: testDb.url });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });
  return { db, url: testDb.url };
}

const [east, west, south] = [await aCell(), await aCell(), await aCell()];
const file = join(mkdtempSync(join(tmpdir(), 'linework-cells-')), 'cells.json');

const verifyCells = async (cells: unknown = { east: east.url, west: west.url, south: south.url }) => {
  writeFileSync(file, JSON.stringify(cells));
  const { code, output, errorOutput } = await runLinework(['admin', 'verify-cells'], {
    settings: { CELLS_FILE: file },
  });
  return { code, output: output + errorOutput };
};

describe('the program that verifies cells', () => {
  it('finds what several cells have, and nothing else', async () => {
    await aPool(east.db, { count: 6_000 });
    await aPool(west.db, { type: 'SIM', count: 300 });
    // The number and the SIM of a line are also in the inventory of its cell, and a terminated line has none.
    const { msisdn, iccid, imsi } = await aLine(east.db, 'ACTIVE');
    await aPool(east.db, { codes: [msisdn] });
    await aLine(west.db, 'TERMINATED', { msisdn, iccid, imsi });
    expect(await verifyCells()).toEqual({
      code: 0,
      output: 'Compared 6001 MSISDNs, 301 ICCIDs, 301 IMSIs of 3 cells. Each is in one cell.\n',
    });

    // In each way in which a double can be there: a line, a number, a SIM, an IMSI; in two cells and in three.
    await aLine(west.db, 'BLOCKED', { msisdn });
    await aPool(south.db, { codes: [msisdn] });
    await aPool(south.db, { type: 'SIM', codes: [iccid], attributes: [{ imsi: '724050000000001' }] });
    await aPool(south.db, { type: 'SIM', codes: ['8955010000999999997'], attributes: [{ imsi }] });
    const { code, output } = await verifyCells();
    expect(output.split('\n')).toEqual([
      `MSISDN ${msisdn}: east, west, south`,
      `ICCID ${iccid}: east, south`,
      `IMSI ${imsi}: east, south`,
      'Compared 6001 MSISDNs, 303 ICCIDs, 303 IMSIs of 3 cells. In several cells: 3.',
      '',
    ]);
    expect(code).toBe(1);
  });

  it.each([{}, { east: east.url }, { east: east.url, west: 'http://localhost' }, []])(
    'does not start with the cells %j',
    async (cells) => {
      expect(await verifyCells(cells)).toEqual({
        code: 1,
        output:
          'linework: CELLS_FILE must name a file with JSON: the address of the database of each cell by its name, at ' +
          'least two\n',
      });
    },
  );

  it('merges streams of any length in the same memory', async () => {
    async function* count(to: number, step: number): AsyncGenerator<string> {
      for (let code = step; code <= to; code += step) yield String(code).padStart(9, '0');
    }
    const before = process.memoryUsage().heapUsed;
    let [merged, doubles, mostBytes] = [0, 0, 0];
    for await (const { names } of mergeCodes([
      { name: 'a', codes: count(300_000, 2) },
      { name: 'b', codes: count(300_000, 3) },
    ])) {
      merged += 1;
      if (names.length > 1) doubles += 1;
      if (merged % 50_000 === 0) mostBytes = Math.max(mostBytes, process.memoryUsage().heapUsed - before);
    }
    expect([merged, doubles]).toEqual([200_000, 50_000]);
    expect(mostBytes).toBeLessThan(100 * 2 ** 20);
  });
});
