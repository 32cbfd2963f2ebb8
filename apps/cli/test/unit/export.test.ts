import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runHere } from './fake-context.ts';

const folder = await mkdtemp(join(tmpdir(), 'linework-export-'));
afterAll(() => rm(folder, { recursive: true }));

const holders = [
  '{"name": "Ana", "legacyId": "H-1"}',
  '{"name": "Bia; \\"B\\"", "legacyId": "H-2", "metadata": {"n": 1}}',
];
const sha256 = (rows: readonly string[]) =>
  createHash('sha256')
    .update(rows.map((row) => `${row}\n`).join(''))
    .digest('hex');
const manifest = {
  brokerId: 'b',
  files: [
    { file: 'holders', rows: 2, sha256: sha256(holders) },
    { file: 'archive/broker', rows: 1, sha256: sha256(['{"id": "b"}']) },
    { file: 'sims', rows: 0, sha256: sha256([]) },
  ],
};
const rows = [
  ...holders.map((row) => `{"file":"holders","row":${row}}`),
  '{"file":"archive/broker","row":{"id": "b"}}',
];
const stream = (lines: readonly string[]) => Buffer.from(`${lines.join('\n')}\n`);
const exportTo = (to: string, lines: readonly string[]) =>
  runHere(['export', '--broker', 'b', '--to', join(folder, to), '--csv'], {
    apiKey: 'key',
    answer: () => stream(lines),
  });

describe('linework export --broker', () => {
  it('writes a file for each kind and the archive, byte by byte as they were exported, and CSV', async () => {
    const { code } = await exportTo('whole', [...rows, JSON.stringify({ manifest })]);
    expect(code).toBe(0);
    const read = (name: string) => readFile(join(folder, 'whole', name), 'utf8');
    expect(await read('holders.ndjson')).toBe(holders.map((row) => `${row}\n`).join(''));
    expect(await read('archive/broker.ndjson')).toBe('{"id": "b"}\n');
    expect(JSON.parse(await read('manifest.json'))).toEqual(manifest);
    const [header, first] = (await read('holders.csv')).split(/\r?\n/);
    expect([header, first]).toEqual(['name,legacyId,metadata', 'Ana,H-1,']);
  });

  it('fails if the stream broke off, or if a file is not what was exported', async () => {
    expect(await exportTo('broken', rows)).toMatchObject({
      code: 1,
      errorOutput: expect.stringContaining('broke off'),
    });
    const changed = rows.map((row) => row.replace('Ana', 'Eva'));
    expect(await exportTo('changed', [...changed, JSON.stringify({ manifest })])).toMatchObject({
      code: 1,
      errorOutput: expect.stringContaining('holders'),
    });
  });

  it('writes no file outside its folder', async () => {
    const outside = '{"file":"../outside","row":{}}';
    expect((await exportTo('inside', [outside, JSON.stringify({ manifest })])).code).not.toBe(0);
  });

  it('needs a broker or a holder, and a folder', async () => {
    expect((await runHere(['export'], { apiKey: 'key' })).code).toBe(64);
    expect((await runHere(['export', '--broker', 'b'], { apiKey: 'key' })).code).toBe(64);
  });
});
