import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exitWithError } from '@linework/config/exit-with-error';
import { createLog, type Log } from '@linework/log/log';
import type { Express } from 'express';

const graceMs = 2_000;
const checkMs = 20;

/**
 * Accepts no new connection, lets the calls in progress end, and cuts the remaining ones (such as held calls) after two
 * seconds.
 */
async function stopServer(server: Server): Promise<void> {
  // A connection that becomes idle later keeps the server open like one that is idle now.
  const closeIdle = setInterval(() => server.closeIdleConnections(), checkMs);
  const cutAll = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((closed) => server.close(closed));
  clearInterval(closeIdle);
  clearTimeout(cutAll);
}

export interface SimulatorSettings {
  readonly PORT: number;
  readonly HOST: string;
  readonly LOG_LEVEL: string;
}

export interface RunningSimulator {
  readonly app: Express;
  /** Called when no call is in progress any more. */
  close(): Promise<void> | void;
}

/** Runs a simulator as a program until a signal or its parent process ends it. A start error is one sentence. */
export function runSimulator<Settings extends SimulatorSettings>(
  name: string,
  readSettings: () => Settings,
  open: (settings: Settings, log: Log) => RunningSimulator,
): void {
  try {
    startSimulator(name, readSettings(), open);
  } catch (error) {
    exitWithError(error);
  }
}

function startSimulator<Settings extends SimulatorSettings>(
  name: string,
  settings: Settings,
  open: (settings: Settings, log: Log) => RunningSimulator,
): void {
  const log = createLog({ name, level: settings.LOG_LEVEL });
  const simulator = open(settings, log);
  const server = createServer(simulator.app);
  // Longer than callers keep a connection, so that it is never closed when a call begins.
  server.keepAliveTimeout = 65_000;
  server.once('error', exitWithError);
  server.listen(settings.PORT, settings.HOST, () => {
    const { port } = server.address() as AddressInfo;
    log.info({ port }, `${name} listens`);
    // For a parent process that uses port 0.
    process.send?.({ port });
  });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await stopServer(server);
    await simulator.close();
    log.info(`${name} stopped`);
    if (process.connected) process.disconnect();
  };
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(reason, stop);
}
