import { readConfig } from '@linework/config/read-config';
import { cellName, durationMs, flag, logLevel, origins, port, url, wholeNumber } from '@linework/config/settings';
import { trustedProxies } from '@linework/config/trusted-proxies';
import { directUrl } from '@linework/db/config';
import { parseCrashPoint } from '@linework/engine/model/crash-points';
import { tracingConfig } from '@linework/log/tracing/tracing-config';
import { brokerCellGroup } from '@linework/schemas/brokers/broker-details';
import { catalogConfig } from '@linework/systems/catalog/catalog-config';
import { findOpenidConflicts, openidConfig } from '@linework/systems/openid/openid-config';
import { ordersConfig } from '@linework/systems/orders/orders-config';
import { listProductionSettings, partnerConfig } from '@linework/systems/partners/partner-config';
import { rangeRegistryConfig } from '@linework/systems/range-registry/create-range-registry';
import { taxConfig } from '@linework/systems/tax/tax-config';
import { webhookAddressConfig } from '@linework/webhooks/webhook-config';
import { z } from 'zod';
import { traceAddress } from './console/trace-address.ts';

export const apiSettings = z.object({
  DATABASE_URL: url('postgresql', 'postgres').describe('Address of the PostgreSQL database (version 15 or newer).'),
  DATABASE_DIRECT_URL: directUrl,
  REDIS_URL: url('redis', 'rediss')
    .optional()
    .describe(
      'Address of the Redis that holds the queues; its eviction policy must be `noeviction`. Without it the ' +
        'queues are in PostgreSQL.',
    ),
  HOST: z.string().default('127.0.0.1').describe('Address that the program listens on.'),
  PORT: port(3000).describe('Port of the program.'),
  ADMIN_HOST: z.string().default('127.0.0.1').describe('Address for queues, metrics and health.'),
  ADMIN_PORT: port(3001).describe('Port for queues, metrics and health. For operators only.'),
  CELL: cellName,
  ...tracingConfig,
  // Without a trailing slash, because paths that start with a slash are appended.
  PUBLIC_URL: url('http', 'https')
    .transform((address) => address.replace(/\/+$/, ''))
    .optional()
    .describe('Address that clients use; the base of problem types. Without it, HOST and PORT.'),
  DB_POOL_SIZE: wholeNumber(10, { min: 1, max: 200 }).describe(
    'Connections to the database. The API shares them between brokers by the cost of a request (decision 105).',
  ),
  STATEMENT_TIMEOUT_MS: durationMs(5_000, { min: 100, max: 600_000 }).describe(
    'Time limit of a database statement, and of the wait for a connection. A database that is silent half a ' +
      'second longer counts as unavailable, and a request gets 503.',
  ),
  RATE_LIMIT_PER_SECOND: wholeNumber(500, { min: 1, max: 1_000_000 }).describe(
    'Requests per second for each key, in each API process.',
  ),
  BROKER_RATE_LIMIT_PER_SECOND: wholeNumber(1_000, { min: 1, max: 1_000_000 }).describe(
    'Requests per second for each broker (all its keys together), in each API process.',
  ),
  IN_FLIGHT_LIMIT: wholeNumber(100, { min: 1, max: 100_000 }).describe(
    'Requests at the same time for each broker and for each operator key, in each API process.',
  ),
  STREAM_LIMIT: wholeNumber(10, { min: 1, max: 10_000 }).describe(
    'Streams of events that are open at the same time for each broker and for each operator key, in each API ' +
      'process. They count as requests at the same time too.',
  ),
  EXPORT_LIMIT: wholeNumber(2, { min: 1, max: 1_000 }).describe(
    'Exports of lists as CSV that run at the same time for each broker and for each operator key or person, in ' +
      'each API process.',
  ),
  EXPORT_TIME_LIMIT_MS: durationMs(7_200_000, { min: 1_000, max: 86_400_000 }).describe(
    'Time for an export of a broker or of a holder. It breaks off after it, because the moment that it reads holds ' +
      'back the clean-up of all tables.',
  ),
  CELL_GROUP: brokerCellGroup
    .optional()
    .describe(
      'The group of new brokers and of new keys of operators: 1 to 8 of `a-z0-9`. A proxy before several cells reads ' +
        'it from a key `lw_<group>_...`. Without it keys have no group.',
    ),
  BULK_SECOND_PERSON_ABOVE: wholeNumber(500, { min: 0, max: 10_000 }).describe(
    'A bulk operation that a person creates in the console for more lines or orders waits until another person ' +
      'approves it. 0: always.',
  ),
  TRUST_PROXY: trustedProxies
    .optional()
    .describe(
      'The proxies whose `X-Forwarded-For` is trusted: their number, or their addresses and networks. Wrong keys ' +
        'and wrong passwords are limited by the address found there, and keys may be bound to it. Without it no ' +
        'proxy is trusted.',
    ),
  CORS_ORIGINS: origins.describe(
    'Origins whose pages may call the API from a browser, such as `https://shop.example`, separated by commas. A ' +
      'key in ' +
      'a page is known to everybody who opens it.',
  ),
  CONSOLE_URL: url('http', 'https')
    .optional()
    .describe(
      'Address at which browsers open the console, if a proxy changes the `Host` of requests. Without it, the ' +
        '`Host` of the request.',
    ),
  CONSOLE_TRACE_URL: traceAddress
    .optional()
    .describe(
      'Address of the traces or logs of an order in your own system, with `{orderId}` or `{correlationId}`. The ' +
        'page of an order in the console links to it. A correlation id with the number of a person in it is masked ' +
        'there, an order id never.',
    ),
  CONSOLE_FOLDER: z
    .string()
    .optional()
    .describe('Folder of the built pages of the console. Without it, the one beside the program.'),
  ...openidConfig,
  DRAIN_MS: durationMs(10_000, { min: 0, max: 600_000 }).describe('Time limit of a graceful stop.'),
  ...taxConfig,
  ...webhookAddressConfig,
  WEBHOOK_ENDPOINT_LIMIT: wholeNumber(20, { min: 1, max: 10_000 }).describe(
    'Webhook endpoints of each broker, and of the operators together.',
  ),
  ...catalogConfig,
  ...ordersConfig,
  ...rangeRegistryConfig,
  ...partnerConfig,
  SECRET_PUBLIC_KEYS_FILE: z
    .string()
    .optional()
    .describe(
      'File of X25519 public keys (PEM), the newest first. The first encrypts the secrets of SIMs. Without it a ' +
        'SIM with secrets is rejected.',
    ),
  DOCS_API_KEY: z
    .string()
    .optional()
    .describe(
      'For `npm start`: the key of the demo, which `/docs` fills in. Everybody who opens `/docs` can read it, so ' +
        'HOST must be a loopback address.',
    ),
  CHECK_RESPONSES: flag(false).describe('For tests: a response that its route does not declare becomes a 500.'),
  LOG_LEVEL: logLevel.describe(
    'The least severe level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  CRASH_AT: z
    .string()
    .refine((text) => parseCrashPoint(text) !== undefined, 'must be a crash point and an action')
    .optional()
    .describe('For tests: `point:action[:times]` crashes the program at a named point.'),
});

export type Config = z.infer<typeof apiSettings>;

/**
 * The API's settings. Throws a `ConfigError` that lists all errors. In production the partners' addresses have no
 * default. The key for the secrets of SIMs is required too: without it the program would start, and reject the first
 * SIM.
 */
export const readApiConfig = (env: NodeJS.ProcessEnv = process.env): Config =>
  readConfig(apiSettings, env, {
    requiredInProduction: (given) => ['SECRET_PUBLIC_KEYS_FILE', ...listProductionSettings(given)],
    findConflicts: (given) => [...findShownKey(given), ...findOpenidConflicts(given)],
  });

const loopbackHosts: readonly (string | undefined)[] = [undefined, '127.0.0.1', '::1', 'localhost'];

function findShownKey({ DOCS_API_KEY, HOST, NODE_ENV }: NodeJS.ProcessEnv): readonly string[] {
  if (DOCS_API_KEY === undefined || (NODE_ENV !== 'production' && loopbackHosts.includes(HOST))) return [];
  return [
    'DOCS_API_KEY shows a key to everybody who opens /docs; it is for a loopback HOST only, and never for production',
  ];
}
