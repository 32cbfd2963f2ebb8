import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NpmStart, runNpmStart } from './run-npm-start.ts';
import { onlyReads, openShell, snippetsOf } from './run-page.ts';

const projectFolder = fileURLToPath(new URL('../../../..', import.meta.url));
const root = new URL('../../../../', import.meta.url);
/** The pages whose commands use the demo. One start serves all of them. */
const guides = [
  'first-order',
  'follow-an-order',
  'errors-and-retries',
  'idempotency',
  'bulk-operations',
  'pools-and-reservations',
  'porting-a-number',
  'billing-a-month',
  'faults-to-try',
  'operators',
].map((name) => `docs/guides/${name}.md`);
const pages = Object.fromEntries(['README.md', ...guides].map((name) => [name, new URL(name, root)]));
const folder = mkdtempSync(join(tmpdir(), 'linework-pages-'));
let start: NpmStart;

beforeAll(async () => {
  start = runNpmStart('exec npm start', folder);
  await start.whenRunning();
});

afterAll(() => {
  start.clean();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(pages))('%s', (_name, url) => {
  const page = readFileSync(url, 'utf8');

  it('shows the responses of its commands', async () => {
    const shell = openShell(projectFolder);
    for (const snippet of snippetsOf(page.replaceAll('./.local/demo.json', `${folder}/demo.json`))) {
      const run = async () => {
        const output = await shell.run(snippet.commands);
        return snippet.answer === undefined ? output : JSON.parse(output);
      };
      if (snippet.answer === undefined) await run();
      else if (onlyReads(snippet)) await expect.poll(run, { message: snippet.commands }).toMatchObject(snippet.answer as object);
      else expect(await run(), snippet.commands).toMatchObject(snippet.answer as object);
    }
    shell.close();
  });
});

it('npm start prints commands that block lines with curl, with the command line and with the SDK', async () => {
  const commands = start
    .output()
    .split('\n')
    .filter((line) => /^ {4}(export|curl|npm run|node) /.test(line));
  expect(commands).toHaveLength(6);
  const shell = openShell(projectFolder);
  const outputs: string[] = [];
  for (const command of commands.slice(0, 4)) outputs.push(await shell.run(command));
  expect(JSON.parse(outputs[1] ?? '')).toMatchObject({ status: 'BLOCKING' });
  expect(outputs[2]).toContain('COMPLETED');
  expect(outputs[3]).toMatch(/The order \S+ is COMPLETED, and the line \+\d+ is BLOCKED/);
  await expect.poll(async () => JSON.parse(await shell.run(commands[4] ?? ''))).toMatchObject({ status: 'BLOCKED' });
  await expect.poll(() => shell.run(commands[5] ?? '')).toContain('line.blocked');
  shell.close();
});

it('README.md has at most 100 lines', () => {
  expect(readFileSync(new URL('README.md', root), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
});
