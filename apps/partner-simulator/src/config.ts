import { readConfig } from '@linework/config/read-config';
import { durationMs, logLevel, optionalSecret, port, url } from '@linework/config/settings';
import { z } from 'zod';

export const partnerSimulatorSettings = z.object({
  PORT: port(3011),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: logLevel,
  /** Where the companies' books are kept between two starts; without it, they are forgotten. */
  STATE_FILE: z.string().optional(),
  /** The key that Linework has to send; without it, any caller is served. */
  ACCESS_KEY: optionalSecret,
  /** Who is notified of what comes later; without it nobody is. */
  LINEWORK_URL: url('http', 'https').optional(),
  /** Linework's key for it. */
  LINEWORK_KEY: z.string().optional(),
  /** After how long the clearing house answers, and a payment that is settled later is settled. */
  RESPONSE_DELAY_MS: durationMs(2_000, { min: 0, max: 86_400_000 }),
});

export type Settings = Readonly<z.infer<typeof partnerSimulatorSettings>>;

/** The settings of this program, from the environment; throws one `ConfigError` that tells all faults. */
export function readSettings(): Settings {
  return readConfig(partnerSimulatorSettings, process.env);
}
