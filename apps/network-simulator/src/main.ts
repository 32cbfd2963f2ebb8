import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseToStart } from '@linework/config/refuse-to-start';
import { createLog } from '@linework/log/log';
import { buildApp } from './app.ts';
import { readSettings } from './config.ts';
import { openSimulator } from './simulator.ts';
import { stopServer } from './stop-server.ts';

const start = () => {
  const settings = readSettings();
  const log = createLog({ name: 'network-simulator', level: settings.LOG_LEVEL });
  const simulator = openSimulator({ stateFile: settings.STATE_FILE, now: Date.now, log });
  const server = createServer(buildApp(simulator));
  // Longer than callers keep a connection, so that it is never cut as a call begins.
  server.keepAliveTimeout = 65_000;
  server.once('error', refuseToStart);
  server.listen(settings.PORT, settings.HOST, () => {
    const { port } = server.address() as AddressInfo;
    log.info({ port }, 'network simulator listens');
    // For a program that started this one with port 0.
    process.send?.({ port });
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await stopServer(server);
    simulator.state.close();
    log.info('network simulator stopped');
    if (process.connected) process.disconnect();
  };
  for (const reason of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(reason, stop);
};

try {
  start();
} catch (error) {
  refuseToStart(error);
}
