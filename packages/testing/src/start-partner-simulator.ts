import { partnerSimulatorClient } from './partner-simulator-client.ts';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from './start-simulator.ts';

export interface RunningPartnerSimulator extends RunningSimulator {
  readonly client: ReturnType<typeof partnerSimulatorClient>;
}

export interface PartnerSimulatorOptions extends SimulatorOptions {
  /** After how long the clearing house answers and later payments are settled; 50 unless told otherwise. */
  readonly responseDelayMs?: number;
}

/** Starts the real partner simulator as a process of its own. Whom it notifies, its client tells it with `notify`. */
export async function startPartnerSimulator({
  responseDelayMs = 50,
  settings = {},
  ...options
}: PartnerSimulatorOptions = {}): Promise<RunningPartnerSimulator> {
  const running = await startSimulator('partner-simulator', { ...options, settings: { RESPONSE_DELAY_MS: String(responseDelayMs), ...settings } });
  return { ...running, client: partnerSimulatorClient(running.url) };
}

/** What a program is told so that it finds all three partners at one simulator. */
export function partnerUrls(url: string): { readonly PAYMENTS_URL: string; readonly TAX_AUTHORITY_URL: string; readonly CLEARING_HOUSE_URL: string } {
  return { PAYMENTS_URL: `${url}/payments`, TAX_AUTHORITY_URL: `${url}/tax-authority`, CLEARING_HOUSE_URL: `${url}/clearing-house` };
}
