import { partnerSimulatorClient } from './partner-simulator-client.ts';
import { type RunningSimulator, type SimulatorOptions, startSimulator } from './start-simulator.ts';

export interface RunningPartnerSimulator extends RunningSimulator {
  readonly client: ReturnType<typeof partnerSimulatorClient>;
}

export interface PartnerSimulatorOptions extends SimulatorOptions {
  /** The delay of the clearing house's replies and of payments that settle later. The default is 50. */
  readonly responseDelayMs?: number;
}

/** Starts the real partner simulator as a separate process. Its client sets the URL of Linework with `notify`. */
export async function startPartnerSimulator({
  responseDelayMs = 50,
  settings = {},
  ...options
}: PartnerSimulatorOptions = {}): Promise<RunningPartnerSimulator> {
  const running = await startSimulator('partner-simulator', {
    ...options,
    settings: { RESPONSE_DELAY_MS: String(responseDelayMs), ...settings },
  });
  return { ...running, client: partnerSimulatorClient(running.url) };
}

/** The settings of a program for which one simulator is all three partners. */
export function partnerUrls(url: string): {
  readonly PAYMENTS_URL: string;
  readonly TAX_AUTHORITY_URL: string;
  readonly CLEARING_HOUSE_URL: string;
} {
  return {
    PAYMENTS_URL: `${url}/payments`,
    TAX_AUTHORITY_URL: `${url}/tax-authority`,
    CLEARING_HOUSE_URL: `${url}/clearing-house`,
  };
}
