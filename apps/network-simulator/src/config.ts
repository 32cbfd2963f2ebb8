import { readConfig } from '@linework/config/read-config';
import { logLevel, port } from '@linework/config/settings';
import { z } from 'zod';
import { keyModes } from './key-mode.ts';

export const networkSimulatorSettings = z.object({
  PORT: port(3010),
  HOST: z.string().default('127.0.0.1'),
  LOG_LEVEL: logLevel,
  /** `ignored`: a network as simple as an HLR. It acts on every call, late or repeated, and takes nothing back but by the change itself. */
  KEYS: z.enum(keyModes).default('known'),
  /** Where the register is kept between two starts; without it, it is forgotten. */
  STATE_FILE: z.string().optional(),
});

/** The settings of this program, from the environment; throws one `ConfigError` that tells all faults. */
export function readSettings(): Readonly<z.infer<typeof networkSimulatorSettings>> {
  return readConfig(networkSimulatorSettings, process.env);
}
