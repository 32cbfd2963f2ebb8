import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installIfMissing } from './install-if-missing.ts';
import { removeWithThisProcess } from './remove-with-this-process.ts';
import { stopServer } from './stop-server.ts';
import { stopWithThisProcess } from './stop-with-this-process.ts';

export interface OsmoHlrServer {
  /** Each server has its own loopback address, because the ports of OsmoHLR are fixed. */
  readonly host: string;
  /** `host:port` of its command line and of its control interface. */
  readonly vty: string;
  readonly ctrl: string;
  readonly process: ChildProcess;
  /** Kills it, like a crash. */
  kill(): Promise<void>;
  /** Starts it again with the same subscribers. */
  restart(): Promise<void>;
  /** Stops it and deletes its subscribers. */
  stop(): Promise<void>;
}

/**
 * Starts a real, empty OsmoHLR on its own loopback address. It ends with this process. A process of root installs it if
 * it is missing.
 */
export async function startOsmoHlr(): Promise<OsmoHlrServer> {
  installIfMissing('osmo-hlr');
  const host = `127.${randomInt(64, 128)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const dir = await mkdtemp(join(fastDirectory(), 'linework-osmo-hlr-'));
  removeWithThisProcess(dir);
  await writeFile(join(dir, 'osmo-hlr.cfg'), configFor(host));
  let server = await run(dir);
  return {
    host,
    vty: `${host}:4258`,
    ctrl: `${host}:4259`,
    get process() {
      return server;
    },
    kill: () => stopServer(server, 'SIGKILL'),
    async restart() {
      server = await run(dir);
    },
    async stop() {
      await stopServer(server, 'SIGTERM');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/**
 * OsmoHLR syncs the disk at every change. Here its data must survive a crash of the program but not of the machine, so
 * no sync is needed.
 */
const fastDirectory = () => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

const configFor = (host: string) => `log stderr
 logging filter all 1
 logging color 0
 logging level set-all notice
line vty
 bind ${host}
ctrl
 bind ${host}
hlr
 gsup
  bind ip ${host}
`;

async function run(dir: string): Promise<ChildProcess> {
  const server = spawn('osmo-hlr', ['--config-file', 'osmo-hlr.cfg', '--database', 'hlr.db'], {
    cwd: dir,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  stopWithThisProcess(server);
  await waitUntilReady(server);
  return server;
}

/** The control interface is the last port that it opens. */
function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let messages = '';
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`osmo-hlr did not start: ${messages.trim()}`)));
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (!messages.includes('CTRL at')) messages += text;
      if (messages.includes('CTRL at')) resolve();
    });
  });
}
