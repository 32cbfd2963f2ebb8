import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archive } from '@linework/db/archive';
import { takesLong } from '@linework/testing/run/takes-long';
import { expect, it, onTestFinished } from 'vitest';
import { runLinework } from '../start-linework.ts';

takesLong('much-work');

it('says which archives of a folder are as they were written, and exits with 1 if one is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'archives-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const verify = async () => {
    const { code, output } = await runLinework(['admin', 'verify-archives', '--folder', folder], { settings: {} });
    return { code, lines: output.trimEnd().split('\n') };
  };
  const db = { query: async () => [] };
  for (const part of ['20260301', '20260302'])
    await archive(db, folder, { table: 'usage_record', part, from: null, until: '2026-03-03' }, async function* rows() {
      yield ['{"amount":300}', '{"amount":301}'];
      yield ['{"amount":302}'];
    });
  expect(await verify()).toEqual({
    code: 0,
    lines: [
      'usage_record-20260301.jsonl.gz: 3 rows, as they were written',
      'usage_record-20260302.jsonl.gz: 3 rows, as they were written',
      '2 archives, 6 rows, 0 faults',
    ],
  });
  await writeFile(join(folder, 'usage_record-20260302.jsonl.gz'), 'damaged');
  await rm(join(folder, 'usage_record-20260301.jsonl.gz'));
  expect(await verify()).toMatchObject({
    code: 1,
    lines: [/ENOENT/, /incorrect header check/, /2 faults/].map((text) => expect.stringMatching(text)),
  });
});
