import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';

takesLong('much-work');

const root = fileURLToPath(new URL('../../../', import.meta.url));
mkdirSync(`${root}.local`, { recursive: true });
const folder = mkdtempSync(`${root}.local/needs-`);
afterAll(() => rmSync(folder, { recursive: true }));

interface Result {
  readonly status: string;
  readonly meta: { readonly lack?: { readonly need: string } };
}

const imports =
  "import { beforeAll, describe, it } from 'vitest';\nimport { needs } from '@linework/testing/run/needs';\n";
const failingHook = "beforeAll(() => { throw new Error('the hook ran'); });\n";
const files = {
  'whole-file': [
    `needs('osmo-hlr');\n${failingHook}it('one', () => {});\n`,
    "describe('two', () => { it('three', () => {}); });",
  ].join(''),
  'part-of-file':
    `describe('part', () => { needs('redis-server');\n${failingHook}it('one', () => {}); });\n` +
    "it('two', () => {});",
  'in-a-test': "it('one', () => { needs('xmllint'); throw new Error('it went on'); });\nit('two', () => {});",
  // One process runs all files, in this order.
  'z-next-file': "it('one', () => {});\ndescribe('two', () => { it('three', () => {}); });",
  'failed-hook': `${failingHook}it('one', () => {});`,
};

/** Runs the files on a machine without programs. Returns the status of each test, and what its machine lacks. */
function runFiles(): ReadonlyMap<string, readonly (readonly [string, string | undefined])[]> {
  for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.js`), imports + code);
  const setupFiles = [`${root}scripts/before-each-file.ts`];
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default ${JSON.stringify({ test: { isolate: false, maxWorkers: 1, setupFiles } })};`,
  );
  const report = join(folder, 'report.json');
  const args = [
    `${root}node_modules/vitest/vitest.mjs`,
    'run',
    '--root',
    folder,
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  spawnSync(process.execPath, args, { cwd: folder, env: { PATH: folder }, stdio: 'ignore' });
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; assertionResults: Result[] }[];
  };
  return new Map(
    testResults.map(({ name, assertionResults: all }) => [
      basename(name, '.test.js'),
      all.map(({ status, meta }) => [status, meta.lack?.need]),
    ]),
  );
}

const outcomes = runFiles();

describe('tests that need what the machine lacks', () => {
  it('are skipped with their hooks if the file says so', () => {
    expect(outcomes.get('whole-file')).toEqual([
      ['skipped', undefined],
      ['skipped', 'osmo-hlr'],
    ]);
  });

  it('are skipped alone if a part of the file says so', () => {
    expect(outcomes.get('part-of-file')).toEqual([
      ['skipped', 'redis-server'],
      ['passed', undefined],
    ]);
  });

  it('are skipped at the place in a test that needs it', () => {
    expect(outcomes.get('in-a-test')).toEqual([
      ['skipped', 'xmllint'],
      ['passed', undefined],
    ]);
  });

  it('are skipped in their file only', () => {
    expect(outcomes.get('z-next-file')).toEqual([
      ['passed', undefined],
      ['passed', undefined],
    ]);
  });

  it('lack nothing if a hook failed', () => {
    expect(outcomes.get('failed-hook')).toEqual([['skipped', undefined]]);
  });
});
