import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { openDb } from '@linework/db/db';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';
import { createEmptyDb } from '@linework/testing/create-test-db';
import { startApi } from '@linework/testing/processes/start-api';
import { startWorker } from '@linework/testing/processes/start-worker';
import { startNetworkSimulator } from '@linework/testing/start-network-simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { commandsInContainer, commandsOfPage, programsOfPage, projectFolder } from './first-steps-page.ts';

const emptyDb = await createEmptyDb();
const ends = new AsyncDisposableStack();
afterAll(async () => {
  await ends.disposeAsync();
  await emptyDb.drop();
});

/** Runs commands as a reader of the page does and returns their output. If one fails, the error has their whole output. */
async function runInBash(commands: string): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn('bash', ['-euo', 'pipefail', '-c', commands], { cwd: projectFolder, env: { PATH, HOME }, stdio: ['ignore', 'pipe', 'pipe'] });
  stopWithThisProcess(child);
  const [output, errorOutput, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`The commands ended with ${code}.\n${output}\n${errorOutput}`);
  return output;
}

describe('docs/first-steps.md', () => {
  it('leads from an empty database to a blocked line', { timeout: 180_000 }, async () => {
    const shared = { DATABASE_URL: emptyDb.url, LOG_LEVEL: 'info' };
    expect(await runInBash(commandsOfPage({ DATABASE_URL: emptyDb.url }).before)).toContain('Applied: ');

    expect(programsOfPage()).toEqual(['network-simulator', 'api', 'worker'].map((app) => `apps/${app}/src/main.ts`));
    const network = await startNetworkSimulator();
    ends.defer(() => network.stop());
    const api = await startApi(shared);
    ends.defer(async () => void (await api.stop()));
    const worker = await startWorker({ ...shared, NETWORK_URL: network.url });
    ends.defer(async () => void (await worker.stop()));

    const { after } = commandsOfPage({ LINEWORK: api.url });
    const printed = await runInBash(`export DATABASE_URL=${emptyDb.url}\n${after}`);
    expect(printed.trimEnd().split('\n').at(-1)).toBe('COMPLETED');
    const db = openDb({ url: emptyDb.url });
    ends.defer(() => db.close());
    expect(await db.prisma.line.findMany()).toMatchObject([{ status: 'BLOCKED', msisdn: '+5511987650001', iccid: '8955990000000000017' }]);
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
