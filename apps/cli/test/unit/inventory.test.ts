import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { checkPartitions, describeDurability } from '../../src/admin/check-database.ts';
import { checkClock } from '../../src/doctor/check-api.ts';
import { forecastPool } from '../../src/inventory/forecast.ts';
import { formatProgress } from '../../src/inventory/import-progress.ts';
import { readLines } from '../../src/inventory/read-lines.ts';
import { readBatches, readHeader } from '../../src/inventory/read-rows.ts';
import { appendRejected, namesOf } from '../../src/inventory/rejected-rows.ts';
import { sendRows } from '../../src/inventory/send-rows.ts';
import { runHere } from './fake-context.ts';

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

const noBytes = { rejectedBytes: 0, errorBytes: 0 };

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

  it('reads a file in UTF-16 as the API does, from any position on', async () => {
    const file = join(folder, 'utf16.csv');
    writeFileSync(file, Buffer.from('\ufeffexternalCode\r\nção\r\nlast', 'utf16le'));
    const read = async (start: number) => await Array.fromAsync(readLines(file, start));
    const lines = await read(0);
    expect(lines.map(({ text }) => text)).toEqual(['externalCode', 'ção', 'last']);
    expect((await read(lines[0]?.endOffset ?? 0)).map(({ text }) => text)).toEqual(['ção', 'last']);
  });

  const readRows = async (name: string, content: string, size: number) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    const header = await readHeader(file);
    const read = readBatches(file, header?.endOffset ?? 0, { size, header: header?.lines.join('\n') });
    return (await Array.fromAsync(read)).map(({ rows }) => rows);
  };

  it('does not cut a row whose value has a line break', async () => {
    const content = 'sep=;\nexternalCode;location\na;"one\nplace"\nb;"two; ""really""\n\nplaces"\nc;\n';
    expect(await readRows('breaks.csv', content, 1)).toEqual([
      ['a;"one\nplace"'],
      ['b;"two; ""really""\n\nplaces"'],
      ['c;'],
    ]);
  });

  it('takes each line as a row where a quote is not closed or is followed by text', async () => {
    expect(await readRows('wrong.csv', 'externalCode,location\na,"b"c\nd,"e\nf,g\n', 1)).toEqual([
      ['a,"b"c'],
      ['d,"e', 'f,g'],
    ]);
    const long = `a,"${'x'.repeat(70_000)}`;
    expect(await readRows('long.csv', `externalCode,location\n${long}\nb,c\n`, 1)).toEqual([[long], ['b,c']]);
  });

  it('knows the rows of an earlier request by the code of their errors, whatever the sentence says', async () => {
    const now = new Date().toISOString();
    const report = {
      imported: 0,
      rejected: 2,
      dryRun: false,
      errors: [
        { line: 3, detail: 'Line 3 is not valid: is there.', externalCode: 'a', code: 'external-code-taken' },
        { line: 4, detail: 'Line 4 is not valid: externalCode is already in the inventory.', externalCode: 'b' },
      ],
    };
    const api = {
      url: 'http://api',
      request: async (method: string) => ({
        data:
          method === 'POST' ? report : { items: ['a', 'b'].map((externalCode) => ({ externalCode, createdAt: now })) },
        headers: new Headers(),
      }),
    };
    const sent = await sendRows(api as unknown as Parameters<typeof sendRows>[0], {
      poolId: 'p',
      mediaType: 'text/csv',
      header: 'externalCode,location',
      rows: ['a,"one\nplace"', 'b,'],
      query: {},
      mayBeImported: true,
      newestAt: undefined,
      signal: new AbortController().signal,
      note: () => undefined,
    });
    expect(sent).toEqual({
      imported: 1,
      errors: [{ at: 1, detail: 'externalCode is already in the inventory.', externalCode: 'b', code: undefined }],
    });
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

  it('names the first line of a wrong row that has several', async () => {
    const files = namesOf(join(folder, 'broken.csv'), undefined);
    const rows = ['a,"one\nplace"', 'b,"two\nplaces"'];
    const errors = [{ at: 1, detail: 'is wrong', externalCode: 'b' }];
    await appendRejected(files, { rows, header: 'externalCode,location', errors, firstLine: 2 }, noBytes);
    expect(readFileSync(files.rows, 'utf8')).toBe('externalCode,location\nb,"two\nplaces"\n');
    expect(readFileSync(files.errors, 'utf8')).toBe('line,externalCode,error\n4,b,is wrong\n');
  });

  it('shows share, rate and time left', () => {
    const state = { rows: 5_000, rejected: 2, offset: 600, size: 1_000, startOffset: 100, elapsedMs: 10_000 };
    expect(formatProgress(state)).toBe('[############........] 60 %  5000 rows, 2 wrong, 500 rows/s, 8 s left');
  });
});

describe('the check of the durability', () => {
  it('warns if standbys are connected and none is synchronous', () => {
    expect(describeDurability(0, false)).toEqual([]);
    expect(describeDurability(2, true)).toMatchObject([{ result: 'ok' }]);
    expect(describeDurability(2, false)).toMatchObject([
      { result: 'warning', finding: '2 standbys are connected, and none is synchronous' },
    ]);
  });
});

describe('the check of the partitions', () => {
  it('warns of rows that no day holds, and otherwise says nothing', async () => {
    const withRows = (rows: number) => ({ query: async () => [{ table: 'usage_record', rows }] }) as never;
    expect(await checkPartitions(withRows(0))).toEqual([]);
    expect(await checkPartitions(withRows(3))).toMatchObject([
      { result: 'warning', finding: '3 rows of usage_record are in its default partition and are never dropped' },
    ]);
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

describe('undoing an import', () => {
  const importId = '019ab2c0-4f00-7000-8000-000000000001';
  const undoing = (answers: readonly { removed: number; left: number; isDone: boolean }[]) => {
    const rest = [...answers];
    return runHere(['resources', 'undo-import', '--import-id', importId, '-o', 'json'], {
      answer: () => ({ importId, ...rest.shift() }),
    });
  };

  it('asks until nothing is left, with progress, and answers with the sum', async () => {
    const { code, output, errorOutput, sent } = await undoing([
      { removed: 20_000, left: 21_001, isDone: false },
      { removed: 20_000, left: 1_001, isDone: false },
      { removed: 1_000, left: 1, isDone: true },
    ]);
    expect(sent.map(({ path, request }) => [path, request.body])).toEqual(
      Array.from({ length: 3 }, () => ['/inventory/resources/undo-import', { importId }]),
    );
    expect(errorOutput).toContain('20000 resources are removed, 21001 are left.');
    expect(JSON.parse(output)).toEqual({ importId, removed: 41_000, left: 1, isDone: true });
    expect(code).toBe(0);
  });

  it('ends where a request removes nothing', async () => {
    const { sent } = await undoing([{ removed: 0, left: 9, isDone: false }]);
    expect(sent).toHaveLength(1);
  });
});
