import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@linework/testing/programs/process-settings';
import { takesLong } from '@linework/testing/run/takes-long';
import { networkSimulatorClient } from '@linework/testing/simulators/network-simulator-client';
import {
  type RunningNetworkSimulator,
  startNetworkSimulator,
} from '@linework/testing/simulators/start-network-simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSubscriber } from './a-subscriber.ts';
import { sendRequest } from './send-request.ts';

takesLong('much-work');

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
let folder: string;
let running: RunningNetworkSimulator[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'network-simulator-'));
  running = [];
});
afterEach(async () => {
  for (const simulator of running) await simulator.stop();
  await rm(folder, { recursive: true });
});

async function start() {
  const simulator = await startNetworkSimulator({ stateFile: join(folder, 'state.ndjson') });
  running.push(simulator);
  return { simulator, client: networkSimulatorClient(simulator.url) };
}

async function runUntilExit(settings: Record<string, string>) {
  // If it starts unexpectedly, it must end with the test.
  const child = spawn(process.execPath, [main], { env: { ...compileCache, PORT: '0', ...settings }, timeout: 300_000 });
  const ended = once(child, 'exit');
  const said = await text(child.stderr);
  const [exitCode] = await ended;
  return { said, exitCode };
}

describe('the program', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('has its effects and the undone calls after %s', async (signal) => {
    const { simulator, client } = await start();
    const subscriber = aSubscriber();
    const path = `/subscribers/${subscriber.imsi}/service-state`;
    const suspend = { key: 'suspend:execute', body: { serviceState: 'suspended' } };
    await client.load([subscriber]);
    await sendRequest(simulator, 'PUT', path, suspend);
    await sendRequest(simulator, 'PUT', path, {
      key: 'never:undo',
      undoes: 'never:execute',
      body: { serviceState: 'active' },
    });
    const requestLog = await client.requestLog();
    const exited = once(simulator.process, 'exit');
    simulator.process.kill(signal);
    await exited;

    const again = await start();
    expect(await again.client.requestLog()).toEqual(requestLog);
    expect(await again.client.subscriber(subscriber.imsi)).toEqual({ ...subscriber, serviceState: 'suspended' });
    expect(await sendRequest(again.simulator, 'PUT', path, suspend)).toMatchObject({ status: 200, replayed: true });
    expect(await sendRequest(again.simulator, 'PUT', path, { ...suspend, key: 'never:execute' })).toMatchObject({
      status: 409,
    });
  });

  it('removes an incomplete line, and continues after it', async () => {
    const first = await start();
    await first.client.load([aSubscriber()]);
    await first.simulator.stop();
    await appendFile(join(folder, 'state.ndjson'), '{"kind":"loa');

    const second = await start();
    await second.client.load([aSubscriber()]);
    await second.simulator.stop();
    const third = await start();
    expect(await third.client.subscribers()).toHaveLength(2);
  });

  it('reports in one sentence why it does not start', async () => {
    const { simulator } = await start();
    const PORT = new URL(simulator.url).port;
    await appendFile(join(folder, 'damaged.ndjson'), '{"kind":"other"}\n');
    const portInUse = await runUntilExit({ PORT });
    const badSettings = await runUntilExit({ PORT: 'x', LOG_LEVEL: 'loud' });
    const damaged = await runUntilExit({ STATE_FILE: join(folder, 'damaged.ndjson') });
    expect(portInUse.said).toMatch(/^Cannot start: .*EADDRINUSE.*\n$/);
    expect(badSettings.said).toMatch(/^Cannot start: PORT .*; LOG_LEVEL .*\n$/);
    expect(damaged.said).toMatch(/^Cannot start: STATE_FILE cannot be read: line 1 of .*\n$/);
    expect([portInUse, badSettings, damaged].map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
  });

  it('completes calls in progress before it stops, and accepts no new one', async () => {
    const { simulator, client } = await start();
    const subscriber = aSubscriber();
    await client.load([subscriber]);
    const slow = await client.injectFault({ fault: 'slow', ms: 500 });
    const call = sendRequest(simulator, 'DELETE', `/subscribers/${subscriber.imsi}`, { key: 'last:execute' });
    await client.waitForFault(slow);
    const stopped = simulator.stop();
    expect((await call).status).toBe(200);
    await stopped;
    await expect(client.subscribers()).rejects.toThrow('fetch failed');
    expect(await readFile(join(folder, 'state.ndjson'), 'utf8')).toContain('last:execute');
  });

  it('stops even if it holds a call', async () => {
    const { simulator, client } = await start();
    const hold = await client.injectFault({ fault: 'hold' });
    const call = sendRequest(simulator, 'DELETE', '/subscribers/724010000000001', { key: 'held:execute' }).catch(
      (error: unknown) => error,
    );
    await client.waitForFault(hold);
    await simulator.stop();
    expect(await call).toBeInstanceOf(Error);
    expect(simulator.process.exitCode).toBe(0);
  });

  it('logs events without the number of a subscriber', async () => {
    const child = fork(main, { env: { ...compileCache, PORT: '0' }, execArgv: [], silent: true });
    // With `silent` it is a pipe.
    const log = text(child.stdout as Readable);
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const simulator = { url: `http://127.0.0.1:${port}` };
    const subscriber = aSubscriber();
    await sendRequest(simulator, 'POST', '/subscribers', { key: 'logged:execute', body: subscriber });
    await sendRequest(simulator, 'POST', '/subscribers', { key: 'refused:execute', body: subscriber });
    child.kill('SIGTERM');
    const lines = await log;
    expect(lines).toContain('logged:execute');
    expect(lines).toContain('imsi-exists');
    expect(lines).not.toContain(subscriber.imsi.slice(-8));
    expect(lines).not.toContain(subscriber.msisdn.slice(-8));
  });
});
