import type { Settings } from '../programs/process-settings.ts';
import { longTimeouts, type Program, startBundledProgram, waitUntilReady } from './start-program.ts';

export interface ApiProcess extends Program {
  readonly url: string;
  readonly adminUrl: string;
}

const defaults: Settings = {
  ...longTimeouts,
  PORT: '0',
  ADMIN_PORT: '0',
  RATE_LIMIT_PER_SECOND: '100000',
  BROKER_RATE_LIMIT_PER_SECOND: '100000',
  IN_FLIGHT_LIMIT: '10000',
  CHECK_RESPONSES: 'true',
  DRAIN_MS: '5000',
};

/** Starts the real API on free ports, and waits until it is ready. `settings` are its environment variables. */
export async function startApi(settings: Settings): Promise<ApiProcess> {
  const program = await startBundledProgram('api', { ...defaults, ...settings });
  const { port, adminPort } = await waitUntilReady(program, 'api listens');
  return { ...program, url: `http://127.0.0.1:${port}`, adminUrl: `http://127.0.0.1:${adminPort}` };
}
