import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { openDb } from '@linework/db/db';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { createEmptyDb } from '@linework/testing/create-test-db';
import { longTimeouts } from '@linework/testing/processes/start-program';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';
import { commandsInContainer, commandsOfPage, programsOfPage, projectFolder } from './empty-database-page.ts';

const emptyDb = await createEmptyDb();
const ends = new AsyncDisposableStack();
afterAll(async () => {
  await ends.disposeAsync();
  await emptyDb.drop();
});

/**
 * Runs commands as a reader of the page does and returns their output. If one fails, the error has their whole output.
 */
async function runInBash(commands: string): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: projectFolder,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stopWithThisProcess(child);
  const [output, errorOutput, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (code !== 0) throw new Error(`The commands ended with ${code}.\n${output}\n${errorOutput}`);
  return output;
}

const { PATH = '', HOME = '' } = process.env;

/**
 * Starts a program with the command of the page, unchanged, and ends it after the test. Only the ports and the time
 * limit of a statement differ from the page.
 */
async function startAsWritten(
  command: string,
  { settings, isUp }: { readonly settings: Readonly<Record<string, string>>; readonly isUp: string },
) {
  const child = spawn('bash', ['-c', `exec ${command}`], {
    cwd: projectFolder,
    env: { PATH, HOME, ...longTimeouts, ...settings },
    stdio: 'ignore',
  });
  stopWithThisProcess(child);
  const closed = once(child, 'close');
  ends.defer(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  await waitUntil(`\`${command}\` answers ${isUp}`, async () => {
    if (child.exitCode !== null) throw new Error(`\`${command}\` ended with ${child.exitCode}.`);
    const answer = await fetch(isUp).catch(() => undefined);
    return answer?.ok === true;
  });
}

describe('docs/guides/empty-database.md', () => {
  it('leads from an empty database to a blocked line', async () => {
    const DATABASE_URL = emptyDb.url;
    expect(await runInBash(commandsOfPage({ DATABASE_URL }).before)).toContain('Applied: ');

    const [networkPort, apiPort, adminPort, workerPort] = await Promise.all([
      findFreePort(),
      findFreePort(),
      findFreePort(),
      findFreePort(),
    ]);
    const [network, api, worker] = [networkPort, apiPort, workerPort].map((port) => `http://127.0.0.1:${port}`);
    const [networkCommand = '', apiCommand = '', workerCommand = '', ...others] = programsOfPage();
    expect(others).toEqual([]);
    await startAsWritten(networkCommand, { settings: { PORT: String(networkPort) }, isUp: `${network}/health/live` });
    await startAsWritten(apiCommand, {
      settings: { DATABASE_URL, PORT: String(apiPort), ADMIN_PORT: String(adminPort) },
      isUp: `${api}/health/ready`,
    });
    const workerSettings = { DATABASE_URL, WORKER_PORT: String(workerPort), NETWORK_URL: network ?? '' };
    await startAsWritten(workerCommand, { settings: workerSettings, isUp: `${worker}/health/ready` });

    const { after } = commandsOfPage({ LINEWORK: api ?? '' });
    const printed = await runInBash(`export DATABASE_URL=${emptyDb.url}\n${after}`);
    expect(printed.trimEnd().split('\n').at(-1)).toBe('COMPLETED');
    const db = openDb({ url: emptyDb.url });
    ends.defer(() => db.close());
    expect(await db.prisma.line.findMany()).toMatchObject([
      { status: 'BLOCKED', msisdn: '+5511987650001', iccid: '8955990000000000017' },
    ]);
    expect(await db.prisma.order.findMany({ orderBy: { createdAt: 'asc' } })).toMatchObject([
      { type: 'LINE_PROVISION', status: 'COMPLETED' },
      { type: 'LINE_BLOCK', status: 'COMPLETED' },
    ]);
  });

  it('has the same commands for a composition', () => {
    const inContainer = commandsInContainer();
    expect(inContainer).toHaveLength(2);
    const { after } = commandsOfPage({});
    for (const [file, command] of inContainer) {
      expect(existsSync(`${projectFolder}${file}`)).toBe(true);
      expect(after).toContain(`npm run --silent linework -- ${command}`);
    }
  });
});
