import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { type OpenDb, openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import type { NetworkSubscriber } from '@linework/lines/model/systems';
import { aBroker } from '@linework/testing/a-broker';
import { aHolder } from '@linework/testing/a-holder';
import { aProduct } from '@linework/testing/a-line-with-products';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import { aPool } from '@linework/testing/a-pool';
import { aSubscription } from '@linework/testing/a-subscription';
import { anInvoice } from '@linework/testing/an-invoice';
import { type RunningSpeed, startSpeed } from '@linework/testing/machine/speed';
import { shiftedClockSettings } from '@linework/testing/processes/shifted-clock-settings';
import type { Settings } from '@linework/testing/programs/process-settings';
import { testSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import {
  partnerUrls,
  type RunningPartnerSimulator,
  startPartnerSimulator,
} from '@linework/testing/simulators/start-partner-simulator';
import { createExistingSubscribers, type ExistingSubscriber } from './existing-subscribers.ts';
import { type ManagedNetwork, startManagedNetwork } from './managed-network.ts';
import { type ManagedPostgres, startManagedPostgres } from './managed-postgres.ts';
import { type ManagedRedis, startManagedRedis } from './managed-redis.ts';
import { openProcessSlot, type ProcessSlot, type ProcessSlotOptions } from './process-slot.ts';
import { startWebhookWorld, type WebhookWorld, webhookSettings } from './webhook-world.ts';

/** A broker and the records that the campaign creates for it. */
export interface Broker {
  readonly id: string;
  readonly key: string;
  readonly holderId: string;
  readonly numberPoolId: string;
  readonly simPoolId: string;
  /** Open invoices, each of a holder with a card. */
  readonly invoiceIds: readonly string[];
  /** Draft receipts of one supplier. */
  readonly receiptIds: readonly string[];
  /** Subscriptions of its holder to one product. */
  readonly subscriptionIds: readonly string[];
  readonly productId: string;
  /** Taken over by lines, each once. */
  readonly existing: readonly ExistingSubscriber[];
  /** SIMs whose IMSIs belong to foreign subscribers on the network. */
  readonly foreignSimPoolId: string;
}

/** All processes of a campaign, and the access to them. */
export interface World {
  readonly postgres: ManagedPostgres;
  readonly redis: ManagedRedis;
  readonly network: ManagedNetwork['client'];
  readonly managedNetwork: ManagedNetwork;
  readonly partners: RunningPartnerSimulator['client'];
  readonly apis: readonly ProcessSlot[];
  readonly workers: readonly ProcessSlot[];
  readonly brokers: readonly [Broker, Broker];
  /** A broker that asks for little. It must not notice what the others ask for. */
  readonly neighbour: Broker;
  /** Whether the network honours idempotency keys. */
  readonly keys: 'known' | 'ignored';
  /** Subscribers on the network that do not belong to Linework. */
  readonly foreignSubscribers: readonly NetworkSubscriber[];
  readonly operatorKey: string;
  readonly webhooks: WebhookWorld;
  readonly db: OpenDb;
  readonly speed: RunningSpeed;
  /** The folder of the database, for an inspection after the campaign. */
  readonly folder: string;
  /** Stops every process. The folder stays. */
  close(): Promise<void>;
}

const hourMs = 3_600_000;
/** The clocks of two workers are wrong during the whole campaign. */
const programs: readonly { readonly name: string; readonly app: 'api' | 'worker'; readonly own?: Settings }[] = [
  { name: 'api-1', app: 'api' },
  { name: 'api-2', app: 'api' },
  { name: 'worker-1', app: 'worker' },
  { name: 'worker-an-hour-ahead', app: 'worker', own: shiftedClockSettings(hourMs) },
  { name: 'worker-an-hour-behind', app: 'worker', own: shiftedClockSettings(-hourMs) },
];
const resourcesEach = 4_000;
const foreignSimsEach = 60;
/** Prefixes of card tokens. They determine how the provider responds to a charge. */
const tokens = ['tok_ok', 'tok_ok', 'tok_declined', 'tok_later', 'tok_timeout'];

/** Short enough that another worker takes over within two seconds. */
const defaultSettings = {
  worker: {
    STEP_TIMEOUT_MS: '400',
    LEASE_MS: '800',
    DRAIN_MS: '5000',
    PARTNER_TIMEOUT_MS: '500',
    TAX_LEASE_MS: '2000',
    // Every line is looked at several times.
    RECONCILIATION_CALLS_PER_SECOND: '80',
    RECONCILIATION_ROUND_MS: '10000',
    RECONCILIATION_SECOND_LOOK_MS: '500',
  },
  api: {
    RATE_LIMIT_PER_SECOND: '100000',
    BROKER_RATE_LIMIT_PER_SECOND: '100000',
    IN_FLIGHT_LIMIT: '10000',
    CHECK_RESPONSES: 'true',
    DRAIN_MS: '5000',
    PARTNER_TIMEOUT_MS: '500',
    TAX_LEASE_MS: '2000',
  },
} satisfies Record<string, Settings>;

export interface WorldOptions {
  /** Additional settings of every API and worker. */
  readonly settings: Settings;
  /** Whether the network honours idempotency keys. */
  readonly keys: 'known' | 'ignored';
  /** The number of records of each broker. */
  readonly invoicesEach: number;
  readonly receiptsEach: number;
  readonly subscriptionsEach: number;
  /** The time in which the programs must be ready, on an idle machine. */
  readonly startLimitMs?: number;
}

/** Starts all processes. If one does not start, all others are stopped. */
export async function startWorld({ settings, keys, startLimitMs, ...counts }: WorldOptions): Promise<World> {
  await using started = new AsyncDisposableStack();
  const stopAtEnd = async <Started extends { stop(): unknown }>(starting: Promise<Started>): Promise<Started> => {
    const server = await starting;
    started.defer(async () => void (await server.stop()));
    return server;
  };
  const speed = await stopAtEnd(startSpeed());
  const folder = await mkdtemp(join(tmpdir(), 'linework-campaign-'));
  const [postgres, redis, managedNetwork, partners] = await startServers(folder, keys, stopAtEnd);
  await migrate(postgres.url);
  const db = openDb({ url: postgres.url, applicationName: 'linework campaign', statementTimeoutMs: 30_000 });
  started.defer(() => db.close());
  const operator = await createApiKey(db, { name: 'an operator', scopes });
  const brokers = [await makeBroker(db, counts), await makeBroker(db, counts)] as const;
  const neighbour = await makeBroker(db, { invoicesEach: 0, receiptsEach: 0, subscriptionsEach: 0 });
  const network = managedNetwork.client;
  const foreignSubscribers = await createForeignSubscribers(db, brokers);
  await network.load([
    ...foreignSubscribers,
    ...[...brokers, neighbour].flatMap(({ existing }) => existing.map(({ subscriber }) => subscriber)),
  ]);
  const webhooks = await stopAtEnd(startWebhookWorld(db, { brokers, neighbour }));
  const addresses = {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    networkUrl: managedNetwork.url,
    partnersUrl: partners.url,
  };
  const shared = { ...buildSettings(addresses), ...settings };
  const slots = await openSlots(shared, { operatorKey: operator.key, speed });
  for (const slot of slots) started.defer(() => slot.close());
  const [apis, workers] = [slots.filter(({ app }) => app === 'api'), slots.filter(({ app }) => app === 'worker')];
  await Promise.all(slots.map((slot) => slot.isReady(startLimitMs)));
  await partners.client.notify({ url: apis[0]?.url ?? '', key: await createPartnersKey(db) });

  const running = started.move();

  return {
    postgres,
    redis,
    network,
    managedNetwork,
    keys,
    foreignSubscribers,
    partners: partners.client,
    apis,
    workers,
    brokers,
    neighbour,
    webhooks,
    operatorKey: operator.key,
    db,
    folder,
    speed,
    async close() {
      // Concurrently, because each slot scrapes its metrics once more before it stops.
      await Promise.all(slots.map((slot) => slot.close()));
      await running.disposeAsync();
    },
  };
}

type StopAtEnd = <Started extends { stop(): unknown }>(starting: Promise<Started>) => Promise<Started>;

/** Waits for all of them, so that the others are stopped if one has failed. */
async function startServers(folder: string, keys: World['keys'], stopAtEnd: StopAtEnd) {
  const servers = [
    stopAtEnd(startManagedPostgres(join(folder, 'postgres'))),
    stopAtEnd(startManagedRedis()),
    stopAtEnd(startManagedNetwork(join(folder, 'network.ndjson'), keys)),
    stopAtEnd(startPartnerSimulator()),
  ] as const;
  await Promise.allSettled(servers);
  return await Promise.all(servers);
}

const openSlots = (shared: Settings, options: Pick<ProcessSlotOptions, 'operatorKey' | 'speed'>) =>
  Promise.all(
    programs.map(({ name, app, own = {} }) =>
      openProcessSlot({ name, app, settings: { ...defaultSettings[app], ...shared }, ownSettings: own, ...options }),
    ),
  );

async function createPartnersKey(db: OpenDb): Promise<string> {
  const { key } = await createApiKey(db, { name: 'the partners', scopes: ['payments:write', 'portability:write'] });
  return key;
}

interface WorldAddresses {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly networkUrl: string;
  readonly partnersUrl: string;
}

/** The settings of every API and worker. */
function buildSettings({ databaseUrl, redisUrl, networkUrl, partnersUrl }: WorldAddresses): Settings {
  const { publicKeysFile, privateKeysFile } = testSecretKeys();
  return {
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    NETWORK_URL: networkUrl,
    ...partnerUrls(partnersUrl),
    ...webhookSettings,
    SECRET_PUBLIC_KEYS_FILE: publicKeysFile,
    SECRET_PRIVATE_KEYS_FILE: privateKeysFile,
  };
}

async function makeBroker(
  db: OpenDb,
  { invoicesEach, receiptsEach, subscriptionsEach }: Omit<WorldOptions, 'settings' | 'keys'>,
): Promise<Broker> {
  const { id } = await aBroker(db);
  const { key } = await createApiKey(db, {
    name: 'a client',
    brokerId: id,
    scopes: scopes.filter((scope) => scope !== 'operator'),
  });
  const holder = await aHolder(db, { brokerId: id });
  const numbers = await aPool(db, { brokerId: id, type: 'MSISDN', count: resourcesEach });
  const sims = await aPool(db, { brokerId: id, type: 'SIM', count: resourcesEach });
  const foreignSims = await aPool(db, { brokerId: id, type: 'SIM', count: foreignSimsEach });
  const invoiceIds = await Promise.all(
    Array.from({ length: invoicesEach }, (_, at) => anInvoiceToPay(db, id, tokens[at % tokens.length] ?? '')),
  );
  const receiptIds: string[] = [];
  while (receiptIds.length < receiptsEach)
    receiptIds.push((await aTaxReceipt(db, 'DRAFT', { brokerId: id, documentModel: '62' })).id);
  const product = aProduct({ amounts: { DATA: 1_000_000, SMS: 'unlimited' } });
  const wanted = { brokerId: id, customerId: holder.id, products: [product] };
  const subscriptions = await Promise.all(
    Array.from({ length: subscriptionsEach }, () => aSubscription(db, 'ACTIVE', wanted)),
  );
  const subscriptionIds = subscriptions.map((subscription) => subscription.id);
  const pools = { numberPoolId: numbers.id, simPoolId: sims.id, foreignSimPoolId: foreignSims.id };
  const existing = await createExistingSubscribers(db, id);
  return {
    id,
    key,
    holderId: holder.id,
    existing,
    ...pools,
    invoiceIds,
    receiptIds,
    subscriptionIds,
    productId: product.id,
  };
}

/** Creates a foreign subscriber for each SIM of the foreign pools, with a number that no pool has. */
async function createForeignSubscribers(db: OpenDb, brokers: readonly Broker[]): Promise<readonly NetworkSubscriber[]> {
  const sims = await db.prisma.resource.findMany({
    where: { poolId: { in: brokers.map(({ foreignSimPoolId }) => foreignSimPoolId) } },
  });
  return sims.map(({ attributes }, at) => ({
    imsi: (attributes as { readonly imsi: string }).imsi,
    msisdn: `+3519100${String(at).padStart(5, '0')}`,
    serviceState: 'active',
  }));
}

async function anInvoiceToPay(db: OpenDb, brokerId: string, token: string): Promise<string> {
  const { id, customerId } = await anInvoice(db, 'OPEN', { brokerId });
  await aPaymentMethod(db, 'ACTIVE', { brokerId, customerId, isDefault: true, token: `${token}_${id}` });
  return id;
}
