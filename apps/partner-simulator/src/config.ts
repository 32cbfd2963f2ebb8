import { readConfig } from '@linework/config/read-config';
import { durationMs, logLevel, optionalSecret, port, url } from '@linework/config/settings';
import { z } from 'zod';

export const partnerSimulatorSettings = z.object({
  PORT: port(3011).describe('Port of the program.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the program listens on.'),
  LOG_LEVEL: logLevel.describe(
    'The least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  /** The file that keeps the companies' state between two starts; without it the state is lost. */
  STATE_FILE: z.string().optional().describe('File that keeps the state over a restart. Without it the state is lost.'),
  /** The key that Linework has to send; without it any caller is accepted. */
  ACCESS_KEY: optionalSecret.describe('The key that Linework must send. Without it every caller is accepted.'),
  /** The address for notifications; without it nothing is notified. */
  LINEWORK_URL: url('http', 'https')
    .optional()
    .describe('Address of the Linework that is notified of changes. Without it nobody is notified.'),
  /** Linework's key for notifications. */
  LINEWORK_KEY: z.string().optional().describe('A key of that Linework with `payments:write` and `portability:write`.'),
  /** The delay of the clearing house's reply, and of the settlement of a pending payment. */
  RESPONSE_DELAY_MS: durationMs(2_000, { min: 0, max: 86_400_000 }).describe(
    'Time until the clearing house answers and a later payment is settled.',
  ),
});

export type Settings = Readonly<z.infer<typeof partnerSimulatorSettings>>;

/** The settings of this program from the environment. Throws one `ConfigError` that lists all errors. */
export function readSettings(): Settings {
  return readConfig(partnerSimulatorSettings, process.env);
}
