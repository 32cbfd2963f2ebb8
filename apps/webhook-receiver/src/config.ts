import { readConfig } from '@linework/config/read-config';
import { logLevel, port } from '@linework/config/settings';
import { z } from 'zod';

export const webhookReceiverSettings = z.object({
  PORT: port(3012).describe('Port of the program.'),
  HOST: z.string().default('127.0.0.1').describe('Address that the program listens on.'),
  LOG_LEVEL: logLevel.describe(
    'The least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must begin with whsec_')
    .optional()
    .describe('The secret of the webhook endpoint. Without it every delivery is shown as not verified.'),
});

export type Settings = Readonly<z.infer<typeof webhookReceiverSettings>>;

/** The settings of this program from the environment. Throws one `ConfigError` that lists all errors. */
export const readSettings = (): Settings => readConfig(webhookReceiverSettings, process.env);
