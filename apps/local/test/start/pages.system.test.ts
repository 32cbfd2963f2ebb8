import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesOf, type NpmStart, runNpmStart, type WrittenDemo } from './run-npm-start.ts';
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
  'move-in',
  'reconciliation',
  'faults-to-try',
  'paging',
  'limits',
  'test-data',
  'operators',
].map((name) => `docs/guides/${name}.md`);
const pages = Object.fromEntries(['README.md', ...guides].map((name) => [name, new URL(name, root)]));
const folder = mkdtempSync(join(tmpdir(), 'linework-pages-'));
const defaultPorts = [3000, 3001, 3002, 3010, 3011];
/** A command of a page starts several programs. */
const poll = { interval: 500 };
let start: NpmStart;
let demo: WrittenDemo;

beforeAll(async () => {
  const others = await Promise.all(defaultPorts.map(occupy));
  start = runNpmStart('exec npm start', folder, {});
  demo = await start.whenRunning().finally(() => others.forEach((server) => void server?.close()));
});

afterAll(() => {
  start.clean();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns undefined if the port is already in use. */
function occupy(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

it('demo.json has the addresses of this start, also when the default ports are in use', async () => {
  for (const address of addressesOf(demo)) expect(defaultPorts).not.toContain(Number(new URL(address).port));
  expect((await fetch(`${demo.baseUrl}/health/ready`)).status).toBe(200);
  expect(start.output()).toContain(`Port 3000 is in use. PORT is ${new URL(demo.baseUrl).port} for this start.`);
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
      else if (onlyReads(snippet))
        await expect.poll(run, { ...poll, message: snippet.commands }).toMatchObject(snippet.answer as object);
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
  await expect
    .poll(async () => JSON.parse(await shell.run(commands[4] ?? '')), poll)
    .toMatchObject({ status: 'BLOCKED' });
  await expect.poll(() => shell.run(commands[5] ?? ''), poll).toContain('line.blocked');
  shell.close();
});

it('README.md has at most 100 lines', () => {
  expect(readFileSync(new URL('README.md', root), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(100);
});

// It ends the start of all tests, so it is the last one.
it('npm start ends with exit code 0 after SIGTERM', async () => {
  process.kill(demo.pid, 'SIGTERM');
  expect(await start.whenEnded()).toBe(0);
});
