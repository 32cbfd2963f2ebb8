import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkClock } from '../../src/doctor/check-api.ts';
import { forecastPool } from '../../src/inventory/forecast.ts';
import { formatProgress } from '../../src/inventory/import-progress.ts';
import { readLines } from '../../src/inventory/read-lines.ts';
import { appendRejected, namesOf } from '../../src/inventory/rejected-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'linework-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a forecast', () => {
  const use = { available: 100, threshold: 30, changedInUse: 70, returned: 0, windowDays: 7 };

  it('continues the use of the window', () => {
    expect(forecastPool(use)).toEqual({ takenPerDay: 10, returnedPerDay: 0, daysUntilLow: 7.1, daysUntilEmpty: 10 });
  });

  it('says that a pool is low now, and that one without use lasts', () => {
    expect(forecastPool({ ...use, available: 10 })).toMatchObject({ daysUntilLow: 0, daysUntilEmpty: 1 });
    expect(forecastPool({ ...use, returned: 70 })).toMatchObject({ daysUntilLow: null, daysUntilEmpty: null });
    expect(forecastPool({ ...use, threshold: 0 })).toMatchObject({ daysUntilLow: null, daysUntilEmpty: 10 });
  });
});

describe('an import', () => {
  it('reads lines with their positions, from any position on', async () => {
    const file = join(folder, 'lines.csv');
    writeFileSync(file, 'código\r\nção\n\nlast');
    const read = async (start: number) => {
      const found = [];
      for await (const line of readLines(file, start)) found.push(line);
      return found;
    };
    const lines = await read(0);
    expect(lines.map(({ text }) => text)).toEqual(['código', 'ção', '', 'last']);
    expect(lines.at(-1)?.endOffset).toBe(readFileSync(file).length);
    expect((await read(lines[0]?.endOffset ?? 0)).map(({ text }) => text)).toEqual(['ção', '', 'last']);
  });

  it('writes wrong rows as they are, and replaces what an interrupted run wrote behind them', async () => {
    const files = namesOf(join(folder, 'sims.csv'), undefined);
    expect(files).toEqual({ rows: join(folder, 'sims.rejected.csv'), errors: join(folder, 'sims.errors.csv') });
    const batch = {
      rows: ['a,1', 'b,2'],
      header: 'externalCode,location',
      firstLine: 2,
      errors: [{ at: 1, detail: 'is wrong, "really"', externalCode: 'b' }],
    };
    const lengths = await appendRejected(files, batch, { rejectedBytes: 0, errorBytes: 0 });
    await appendRejected(files, { ...batch, firstLine: 4 }, lengths);
    const again = await appendRejected(files, { ...batch, rows: ['c,3', 'd,4'], firstLine: 4 }, lengths);
    expect(readFileSync(files.rows, 'utf8')).toBe('externalCode,location\nb,2\nd,4\n');
    expect(readFileSync(files.errors, 'utf8')).toBe(
      'line,externalCode,error\n3,b,"is wrong, ""really"""\n5,b,"is wrong, ""really"""\n',
    );
    expect(again.rejectedBytes).toBe(readFileSync(files.rows).length);
  });

  it('shows share, rate and time left', () => {
    const state = { rows: 5_000, rejected: 2, offset: 600, size: 1_000, startOffset: 100, elapsedMs: 10_000 };
    expect(formatProgress(state)).toBe('[############........] 60 %  5000 rows, 2 wrong, 500 rows/s, 8 s left');
  });
});

describe('the check of the clock', () => {
  const at = Date.parse('2026-11-25T12:00:00Z');
  const check = (date: string | null) => checkClock(date, { sentAt: at, receivedAt: at + 100 });

  it('allows for whole seconds and the time of the request', () => {
    expect(check('Wed, 25 Nov 2026 12:00:00 GMT').result).toBe('ok');
    expect(check('Wed, 25 Nov 2026 12:00:05 GMT').result).toBe('ok');
    expect(check(null).result).toBe('skipped');
  });

  it('says in which direction the clock differs', () => {
    expect(check('Wed, 25 Nov 2026 12:01:00 GMT')).toMatchObject({
      result: 'warning',
      finding: 'this machine is 60 s behind the API',
    });
    expect(check('Wed, 25 Nov 2026 11:59:00 GMT')).toMatchObject({
      result: 'warning',
      finding: 'this machine is 59 s ahead of the API',
    });
  });
});
