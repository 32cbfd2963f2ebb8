import { readConfig } from '@linework/config/read-config';
import { logLevel, port } from '@linework/config/settings';
import { z } from 'zod';
import { keyModes } from './key-mode.ts';

export const networkSimulatorSettings = z.object({
  PORT: port(3010).describe('Port of the program.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the program listens on.'),
  LOG_LEVEL: logLevel.describe(
    'The least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  /**
   * `ignored`: a network as simple as an HLR. It acts on every call, late or repeated, and reverts a change only
   * through another change.
   */
  KEYS: z
    .enum(keyModes)
    .default('known')
    .describe('`ignored`: the network acts on every call whatever its idempotency key, as an HLR does.'),
  /** The file that keeps the register between two starts; without it the register is lost. */
  STATE_FILE: z.string().optional().describe('File that keeps the state over a restart. Without it the state is lost.'),
});

/** The settings of this program from the environment. Throws one `ConfigError` that lists all errors. */
export function readSettings(): Readonly<z.infer<typeof networkSimulatorSettings>> {
  return readConfig(networkSimulatorSettings, process.env);
}
