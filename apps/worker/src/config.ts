import { isAbsolute } from 'node:path';
import { readConfig } from '@linework/config/read-config';
import { cellName, durationMs, hostAndPort, logLevel, oneOf, port, url, wholeNumber } from '@linework/config/settings';
import { directUrl } from '@linework/db/config';
import { parseCrashPoint } from '@linework/engine/model/crash-points';
import { tracingConfig } from '@linework/log/tracing/tracing-config';
import { listProductionSettings, partnerConfig } from '@linework/systems/partners/partner-config';
import { taxConfig } from '@linework/systems/tax/tax-config';
import { webhookSendingConfig } from '@linework/webhooks/webhook-config';
import { z } from 'zod';

export const workerSettings = z
  .object({
    DATABASE_URL: url('postgresql', 'postgres').describe('Address of the PostgreSQL database (version 15 or newer).'),
    DATABASE_DIRECT_URL: directUrl,
    REDIS_URL: url('redis', 'rediss')
      .optional()
      .describe(
        'Address of the Redis that holds the queues; its eviction policy must be `noeviction`. Without it the ' +
          'queues are in PostgreSQL.',
      ),
    WORKER_HOST: z.string().default('127.0.0.1').describe('Address for queues, metrics and health of the worker.'),
    WORKER_PORT: port(3002).describe('Port for queues, metrics and health of the worker.'),
    CELL: cellName,
    ...tracingConfig,
    CONCURRENCY: wholeNumber(32, { min: 1, max: 1_000 }).describe('Jobs that the worker runs at the same time.'),
    DB_POOL_SIZE: wholeNumber(10, { min: 1, max: 200 }).describe(
      'Connections to the database. The API shares them between brokers by the cost of a request (decision 34).',
    ),
    STATEMENT_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 600_000 }).describe(
      'Time limit of a database statement, and of the wait for a connection. A database that is silent half a ' +
        'second longer counts as unavailable, and a request gets 503.',
    ),
    NETWORK: oneOf(['simulator', 'osmo-hlr'], 'simulator').describe(
      'The mobile network: `simulator` or `osmo-hlr` (docs/osmo-hlr.md).',
    ),
    NETWORK_URL: url('http', 'https').default('http://127.0.0.1:3010').describe('Address of the network simulator.'),
    SECRET_PRIVATE_KEYS_FILE: z
      .string()
      .optional()
      .describe('File of X25519 private keys (PEM), the newest first. Without it steps that need secrets fail.'),
    OSMO_HLR_VTY: hostAndPort('127.0.0.1:4258').describe('Address of the VTY of OsmoHLR.'),
    OSMO_HLR_CTRL: hostAndPort('127.0.0.1:4259').describe('Address of the control interface of OsmoHLR.'),
    ...partnerConfig,
    ...taxConfig,
    STEP_TIMEOUT_MS: durationMs(8_000, { min: 100, max: 600_000 }).describe('Time limit of a call to the network.'),
    LEASE_MS: durationMs(20_000, { min: 200, max: 3_600_000 }).describe(
      'Time after which another worker takes over an order whose worker is silent. At least twice STEP_TIMEOUT_MS.',
    ),
    SYSTEM_UNAVAILABLE_LIMIT_MS: durationMs(1_800_000, { min: 1_000, max: 86_400_000 }).describe(
      'Time that an order waits for an unavailable system before it fails.',
    ),
    PARTNER_RESPONSE_LIMIT_MS: durationMs(86_400_000, { min: 1_000, max: 2_147_483_647 }).describe(
      'Time after which a partner that does not answer is no longer asked; an operator decides then ' +
        '(`/unanswered-calls`).',
    ),
    BULK_ORDERS_PER_SECOND: wholeNumber(200, { min: 1, max: 2_000 }).describe(
      'Orders per second that bulk operations place or change, for all workers together.',
    ),
    BULK_OPEN_ORDERS_PER_BROKER: wholeNumber(200, { min: 1, max: 100_000 }).describe(
      'Open orders of a broker at which its bulk operations pause.',
    ),
    RECONCILIATION_CALLS_PER_SECOND: wholeNumber(50, { min: 0, max: 10_000 }).describe(
      'How often a second all workers together read the register at most to compare the lines with it. 0 compares ' +
        'none.',
    ),
    RECONCILIATION_ROUND_MS: durationMs(86_400_000, { min: 1_000, max: 2_147_483_647 }).describe(
      'Time in which each line is compared with the register once, if the rate allows it.',
    ),
    RECONCILIATION_SECOND_LOOK_MS: durationMs(60_000, { min: 0, max: 3_600_000 }).describe(
      'Time after which a line with a difference is compared again. Only what is still there is a drift.',
    ),
    ...webhookSendingConfig,
    EVENT_RETENTION_DAYS: wholeNumber(90, { min: 1, max: 3_650 }).describe(
      'Days that an event is kept in the feed. A reader further behind gets 410. The lists of the records keep ' +
        'their events.',
    ),
    ARCHIVE_FOLDER: z
      .string()
      .refine(isAbsolute, 'must be an absolute path')
      .optional()
      .describe(
        'Folder, the same of all workers, to which usage records and webhook deliveries are written before they are ' +
          'deleted (docs/guides/retention.md). Without it they are deleted only.',
      ),
    DRAIN_MS: durationMs(25_000, { min: 0, max: 600_000 }).describe('Time limit of a graceful stop.'),
    LOG_LEVEL: logLevel.describe(
      'The least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
    ),
    CRASH_AT: z
      .string()
      .refine((text) => parseCrashPoint(text) !== undefined, 'must be a crash point and an action')
      .optional()
      .describe('For tests: `point:action[:times]` crashes the program at a named point.'),
  })
  .refine(coversTwoCalls, {
    path: ['LEASE_MS'],
    error: 'must be at least twice STEP_TIMEOUT_MS',
    // Also checked if other settings are invalid, so that all errors are reported together.
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

/** The settings that contain the address of each network. */
const networkAddresses: Readonly<Record<string, readonly string[]>> = {
  simulator: ['NETWORK_URL'],
  'osmo-hlr': ['OSMO_HLR_VTY', 'OSMO_HLR_CTRL'],
};

/**
 * The worker's settings. Throws a `ConfigError` that lists all errors. In production the operator must set the network
 * and the partners: with a simulator as the default, orders would succeed without any effect. The keys for the secrets
 * of SIMs are required too, because every order that needs a secret would fail without them.
 */
export const readWorkerConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  readConfig(workerSettings, env, {
    requiredInProduction: (settings) => [
      'NETWORK',
      ...(networkAddresses[settings['NETWORK'] ?? ''] ?? []),
      'SECRET_PRIVATE_KEYS_FILE',
      ...listProductionSettings(settings),
    ],
  });
