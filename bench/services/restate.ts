import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { findFreePort } from '@linework/local-servers/find-free-port';
import { stopServer } from '@linework/local-servers/stop-server';
import { stopWithThisProcess } from '@linework/local-servers/stop-with-this-process';

export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts an empty Restate server in a temporary folder. It ends with this process, and its data with it. It has one
 * node, which flushes its log before it acknowledges anything, as by default. It has one partition instead of 24,
 * because on two cores that executed about twice as many orders.
 */
export async function startRestateServer(): Promise<RestateServer> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-restate-'));
  const [node, ingress, admin] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const settings = {
    RESTATE_BASE_DIR: folder,
    RESTATE_NODE_NAME: 'bench',
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
    RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}/`,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    RESTATE_DEFAULT_NUM_PARTITIONS: '1',
    RESTATE_DISABLE_TELEMETRY: 'true',
  };
  const log = openSync(join(folder, 'restate.log'), 'a');
  const server = spawn(restateProgram(), ['--no-logo'], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...settings },
  });
  stopWithThisProcess(server, [folder]);

  const adminUrl = `http://127.0.0.1:${admin}`;
  const ingressUrl = `http://127.0.0.1:${ingress}`;
  const ready = Promise.all([waitUntilHealthy(`${adminUrl}/health`), waitUntilHealthy(`${ingressUrl}/restate/health`)]);
  const ended = once(server, 'exit').then(([code]) => Promise.reject(new Error(`restate-server ended with ${code}`)));
  await Promise.race([ready, ended]);
  return {
    adminUrl,
    ingressUrl,
    async stop() {
      await stopServer(server, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the path of the server in the package for this machine, not that of the launcher around it. */
function restateProgram(): string {
  const { resolve } = createRequire(import.meta.url);
  return resolve(`@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`);
}

async function waitUntilHealthy(url: string): Promise<void> {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
    await pause(50);
  }
}
