import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createTestDb } from '@linework/testing/create-test-db';
import { lineworkClient } from '@linework/testing/processes/linework-client';
import { type System, startSystem } from '@linework/testing/processes/start-system';
import { longLease } from '@linework/testing/processes/start-worker';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../src/demo-data-main.ts', import.meta.url));

let testDb: Awaited<ReturnType<typeof createTestDb>>;
let system: System;
let folder: string;
let partnersUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(`${tmpdir()}/linework-demo-data-`);
  testDb = await createTestDb();
  system = await startSystem({ databaseUrl: testDb.url });
  partnersUrl = (await system.partners()).url;
  await system.startWorker(longLease);
});

afterAll(async () => {
  await system?.close();
  await testDb?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the service `demo-data`. The worker runs beside it, as in the composition. */
async function runService(file: string): Promise<{ readonly code: number; readonly output: string }> {
  const settings = {
    DATABASE_URL: testDb.url,
    SECRET_PUBLIC_KEYS_FILE: testSecretKeys().publicKeysFile,
    NETWORK_SIMULATOR_URL: system.simulator.url,
    PARTNER_SIMULATOR_URL: partnersUrl,
    PARTNER_SIMULATOR_KEY: 'only-for-simulators',
    DEMO_FILE: file,
  };
  const child = spawn(process.execPath, [main], {
    env: { ...settings, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = await once(child, 'close');
  return { code: code as number, output };
}

const countBrokers = () => system.db.prisma.broker.count();

describe('the service demo-data', () => {
  it('creates nothing if it cannot keep the keys', async () => {
    const before = await countBrokers();
    const { code } = await runService(`${folder}/no-folder/demo.json`);
    expect({ code, brokers: await countBrokers() }).toEqual({ code: 1, brokers: before });
  });

  it('creates the demo once and prints the same at each start', async () => {
    const before = await countBrokers();
    const runs = [await runService(`${folder}/demo.json`), await runService(`${folder}/demo.json`)];
    expect(runs.map(({ code }) => code)).toEqual([0, 0]);
    expect(runs[1]).toEqual(runs[0]);
    expect(await countBrokers()).toBe(before + 2);
  });

  it('prints a key and a line that the key can block', async () => {
    const { output } = await runService(`${folder}/demo.json`);
    const [, key = ''] = /LINEWORK_API_KEY=(\S+)/.exec(output) ?? [];
    const [, lineId = ''] = /\/lines\/(\S+)\/block/.exec(output) ?? [];
    const client = lineworkClient(system.api.url, key);
    expect((await client.send('POST', `/lines/${lineId}/block`)).status).toBeLessThan(300);
    await waitUntil(
      'the line is BLOCKED',
      async () => JSON.parse((await client.send('GET', `/lines/${lineId}`)).text).status === 'BLOCKED',
    );
  });
});
