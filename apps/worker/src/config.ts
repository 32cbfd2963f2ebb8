import { readConfig } from '@linework/config/read-config';
import { durationMs, hostAndPort, logLevel, oneOf, port, url, wholeNumber } from '@linework/config/settings';
import { parseCrashPoint } from '@linework/domain/orders/crash-points';
import { listProductionSettings, partnerConfig } from '@linework/systems/partners/partner-config';
import { z } from 'zod';

export const workerSettings = z
  .object({
    DATABASE_URL: url('postgresql', 'postgres'),
    REDIS_URL: url('redis', 'rediss').optional(),
    WORKER_HOST: z.string().default('127.0.0.1'),
    WORKER_PORT: port(3002),
    CONCURRENCY: wholeNumber(32, { min: 1, max: 1_000 }),
    DB_POOL_SIZE: wholeNumber(10, { min: 1, max: 200 }),
    STATEMENT_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 600_000 }),
    NETWORK: oneOf(['simulator', 'osmo-hlr'], 'simulator'),
    NETWORK_URL: url('http', 'https').default('http://127.0.0.1:3010'),
    SECRET_PRIVATE_KEYS_FILE: z.string().optional(),
    OSMO_HLR_VTY: hostAndPort('127.0.0.1:4258'),
    OSMO_HLR_CTRL: hostAndPort('127.0.0.1:4259'),
    ...partnerConfig,
    STEP_TIMEOUT_MS: durationMs(8_000, { min: 100, max: 600_000 }),
    LEASE_MS: durationMs(20_000, { min: 200, max: 3_600_000 }),
    SYSTEM_AWAY_LIMIT_MS: durationMs(1_800_000, { min: 1_000, max: 86_400_000 }),
    PARTNER_RESPONSE_LIMIT_MS: durationMs(86_400_000, { min: 1_000, max: 2_147_483_647 }),
    BULK_ORDERS_PER_SECOND: wholeNumber(200, { min: 1, max: 2_000 }),
    BULK_OPEN_ORDERS_PER_BROKER: wholeNumber(200, { min: 1, max: 100_000 }),
    DRAIN_MS: durationMs(25_000, { min: 0, max: 600_000 }),
    LOG_LEVEL: logLevel,
    CRASH_AT: z
      .string()
      .refine((text) => parseCrashPoint(text) !== undefined, 'must be a crash point and an action')
      .optional(),
  })
  .refine(coversTwoCalls, {
    path: ['LEASE_MS'],
    error: 'must be at least twice STEP_TIMEOUT_MS',
    // Also beside faults of other settings, so that all are told at once.
    when: ({ value }) => areParsed(value),
  });

interface Times {
  readonly LEASE_MS: number;
  readonly STEP_TIMEOUT_MS: number;
}

function coversTwoCalls({ LEASE_MS, STEP_TIMEOUT_MS }: Times): boolean {
  return LEASE_MS >= 2 * STEP_TIMEOUT_MS;
}

function areParsed(value: unknown): boolean {
  const { LEASE_MS, STEP_TIMEOUT_MS } = value as Partial<Times>;
  return typeof LEASE_MS === 'number' && typeof STEP_TIMEOUT_MS === 'number';
}

export type Config = z.infer<typeof workerSettings>;

/** Where each network is found. */
const networkAddresses: Readonly<Record<string, readonly string[]>> = { simulator: ['NETWORK_URL'], 'osmo-hlr': ['OSMO_HLR_VTY', 'OSMO_HLR_CTRL'] };

/**
 * The worker's settings. Raises `ConfigError` with every fault at once. In production the network is named and addressed by whoever runs
 * the worker, and so are the partners: an order that a simulator carries out succeeds, and nothing has happened. Without the keys for the secrets of
 * SIMs every order that needs one would fail.
 */
export const readWorkerConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  readConfig(workerSettings, env, {
    requiredInProduction: (given) => [
      'NETWORK',
      ...(networkAddresses[given['NETWORK'] ?? ''] ?? []),
      'SECRET_PRIVATE_KEYS_FILE',
      ...listProductionSettings(given),
    ],
  });

const keysSettings = z.object({ DATABASE_URL: url('postgresql', 'postgres'), SECRET_PRIVATE_KEYS_FILE: z.string() });

/** The settings of programs that only read secrets and wrap their keys. They serve nobody and need no more. Raises `ConfigError` with every fault at once. */
export const readKeysConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof keysSettings> => readConfig(keysSettings, env);

const queueSettings = z.object({ DATABASE_URL: url('postgresql', 'postgres') });

/** The settings of `prepare-queues-main`. Raises `ConfigError` with every fault at once. */
export const readQueueConfig = (env: NodeJS.ProcessEnv = process.env): z.infer<typeof queueSettings> => readConfig(queueSettings, env);
