import { readConfig } from '@linework/config/read-config';
import { durationMs, flag, logLevel, port, url, wholeNumber } from '@linework/config/settings';
import { trustedProxies } from '@linework/config/trusted-proxies';
import { parseCrashPoint } from '@linework/domain/orders/crash-points';
import { catalogConfig } from '@linework/systems/catalog/catalog-config';
import { ordersConfig } from '@linework/systems/orders/orders-config';
import { listProductionSettings, partnerConfig } from '@linework/systems/partners/partner-config';
import { taxConfig } from '@linework/systems/tax/tax-config';
import { z } from 'zod';

export const apiSettings = z.object({
  DATABASE_URL: url('postgresql', 'postgres'),
  REDIS_URL: url('redis', 'rediss').optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port(3000),
  ADMIN_HOST: z.string().default('127.0.0.1'),
  ADMIN_PORT: port(3001),
  // Everything that is made of it begins with a slash.
  PUBLIC_URL: url('http', 'https')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional(),
  DB_POOL_SIZE: wholeNumber(10, { min: 1, max: 200 }),
  STATEMENT_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 600_000 }),
  RATE_LIMIT_PER_SECOND: wholeNumber(500, { min: 1, max: 1_000_000 }),
  BROKER_RATE_LIMIT_PER_SECOND: wholeNumber(1_000, { min: 1, max: 1_000_000 }),
  IN_FLIGHT_LIMIT: wholeNumber(100, { min: 1, max: 100_000 }),
  TRUST_PROXY: trustedProxies.optional(),
  DRAIN_MS: durationMs(10_000, { min: 0, max: 600_000 }),
  ...taxConfig,
  ...catalogConfig,
  ...ordersConfig,
  ...partnerConfig,
  SECRET_PUBLIC_KEYS_FILE: z.string().optional(),
  CHECK_RESPONSES: flag(false),
  LOG_LEVEL: logLevel,
  CRASH_AT: z
    .string()
    .refine((text) => parseCrashPoint(text) !== undefined, 'must be a crash point and an action')
    .optional(),
});

export type Config = z.infer<typeof apiSettings>;

/**
 * The API's settings. Raises `ConfigError` with every fault at once. In production the partners' addresses have no default, and without a key for the
 * secrets of SIMs the first SIM would be refused and not the start.
 */
export const readApiConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  readConfig(apiSettings, env, { requiredInProduction: (given) => ['SECRET_PUBLIC_KEYS_FILE', ...listProductionSettings(given)] });

const sealSettings = z.object({ DATABASE_URL: url('postgresql', 'postgres'), SECRET_PUBLIC_KEYS_FILE: z.string() });

/** The settings of `seal-secrets-main`, which serves nobody and needs no more. Raises `ConfigError` with every fault at once. */
export const readSealConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof sealSettings> => readConfig(sealSettings, env);

const adminSettings = apiSettings.pick({ DATABASE_URL: true });

/** The settings of the admin command, which needs no more. Raises `ConfigError` with every fault at once. */
export const readAdminConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof adminSettings> => readConfig(adminSettings, env);
