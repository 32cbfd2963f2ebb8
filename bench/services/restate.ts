import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.ts';

export interface RestateServer {
  readonly ingressUrl: string;
  readonly adminUrl: string;
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * Starts an empty Restate server in `folder`, as a child of this process: one node, its log written and flushed before
 * anything is acknowledged, as by default. One partition instead of 24: on two cores that was half as fast again.
 */
export async function startRestateServer(folder: string): Promise<RestateServer> {
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  const require = createRequire(import.meta.url);
  const server = spawn(
    require.resolve(`@restatedev/restate-server-${platform()}-${arch()}/bin/restate-server`),
    ['--no-logo'],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        RESTATE_BASE_DIR: join(folder, 'restate'),
        RESTATE_NODE_NAME: 'bench',
        RESTATE_LISTEN_MODE: 'tcp',
        RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
        RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${node}/`,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
        RESTATE_DEFAULT_NUM_PARTITIONS: '1',
        RESTATE_DISABLE_TELEMETRY: 'true',
      },
    },
  );
  const log = createWriteStream(join(folder, 'restate.log'));
  server.stdout.pipe(log);
  server.stderr.pipe(log);

  const ended = once(server, 'exit');
  const adminUrl = `http://127.0.0.1:${admin}`;
  const ingressUrl = `http://127.0.0.1:${ingress}`;
  const ready = Promise.all([answering(`${adminUrl}/health`), answering(`${ingressUrl}/restate/health`)]);
  await Promise.race([ready, ended.then(([code]) => Promise.reject(new Error(`restate-server ended with ${code}`)))]);
  return {
    adminUrl,
    ingressUrl,
    version: require('@restatedev/restate-server/package.json').version,
    async stop() {
      server.kill();
      await ended;
    },
  };
}

async function answering(url: string): Promise<void> {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
    await pause(50);
  }
}
