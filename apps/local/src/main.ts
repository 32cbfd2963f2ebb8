import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { type Db, openDb } from '@linework/db/db';
import { migrate } from '@linework/db/migrate';
import { startEmbeddedPostgres } from '@linework/local-servers/embedded-postgres';
import { cleanStoredResponses } from '@linework/secrets/clean-stored-responses';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { sealAttributes } from '@linework/secrets/seal-attributes';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';
import { help, readArguments } from './arguments.ts';
import { type Addresses, chooseAddresses } from './choose-addresses.ts';
import { type Config, isOnlyLocal, readLocalConfig } from './config.ts';
import { createPartnersKey, type Demo, findDemo, partnerUrls, seedDemo, writeDemo } from './demo/demo.ts';
import { seedNetwork } from './demo/seed-network.ts';
import { seedWebhook } from './demo/seed-webhook.ts';
import { onStopRequest } from './on-stop-request.ts';
import { type Program, startProgram, stopProgram, waitUntilReady } from './programs.ts';
import { startupBanner } from './startup-banner.ts';

interface SecretKeyFiles {
  readonly publicKeysFile: string;
  readonly privateKeysFile: string;
}

/**
 * Returns the key pair for SIM secrets in the folder, and creates it at the first start. Only the owner may read the
 * private key.
 */
async function ensureSecretKeys(folder: string): Promise<SecretKeyFiles> {
  const [publicKeysFile, privateKeysFile] = [`${folder}/secret-keys.public.pem`, `${folder}/secret-keys.private.pem`];
  if (!existsSync(privateKeysFile)) {
    const { privateKey } = generateKeyPairSync('x25519');
    await writeWhole(privateKeysFile, String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  }
  // The public key is derived at each start, so that it always matches the private key.
  const publicKey = createPublicKey(createPrivateKey(await readFile(privateKeysFile, 'utf8')));
  await writeWhole(publicKeysFile, String(publicKey.export({ format: 'pem', type: 'spki' })));
  return { publicKeysFile, privateKeysFile };
}

/** Writes atomically: a truncated file would be read as a key. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The key wrapper with which `npm start` encrypts the SIM secrets of its demo. */
const keyWrapperOf = ({ publicKeysFile }: SecretKeyFiles): KeyWrapper =>
  readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', publicKeysFile);

/**
 * For a statement, and for a call to a simulated partner. A start is slow on a busy machine, and no other program waits
 * for its locks.
 */
const longTimeoutMs = 60_000;

/** The functions that stop each program, in the order of the starts. */
const stops: (() => Promise<void>)[] = [];
let stopping: Promise<void> | undefined;
/** `main` sets it before anything starts. */
let watch = false;

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

/** A terminal stays calm. A pipe gets every line, so that a reader that is gone is noticed. */
const showsAllLogs = () => !process.stdout.isTTY;

async function start(): Promise<void> {
  const config = readLocalConfig();
  const { LOCAL_FOLDER } = config;
  const demoFile = `${LOCAL_FOLDER}/demo.json`;
  await mkdir(LOCAL_FOLDER, { recursive: true });
  const secretKeys = await ensureSecretKeys(LOCAL_FOLDER);
  const addresses = await chooseAddresses(config, say);
  const databaseUrl = config.DATABASE_URL ?? (await startPostgres(config));
  const network = runNetwork(config, addresses);
  say('Migrating the database.');
  await migrate(databaseUrl);
  const db = openDb({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: longTimeoutMs,
    applicationName: 'linework local',
  });
  const keyWrapper = keyWrapperOf(secretKeys);
  // The database may be of a release that stored SIM secrets in clear.
  await sealAttributes(db, keyWrapper);
  await cleanStoredResponses(db);
  const found = await findDemo(db, demoFile);
  const partnersKey = found?.partnersKey ?? (await createPartnersKey(db));
  const partners = runPartners(config, addresses, partnersKey);
  const demo = found ?? (await seedWith(partners, db, { addresses, demoFile, partnersKey, keyWrapper }));
  say('Starting the API and the worker.');
  const webhook = await seedWebhook(db, demo, { receiverUrl: addresses.receiverUrl, keyWrapper });
  runReceiver(config, addresses, webhook.secret);
  const newBrokerIds = found ? [] : demo.brokers.map(({ id }) => id);
  const seedSubscribers = () => seedNetwork(db, addresses.networkUrl, { newBrokerIds });
  await startPrograms({
    config,
    secretKeys,
    addresses,
    databaseUrl,
    network,
    partners,
    docsApiKey: isOnlyLocal() ? demo.brokers[0]?.key : undefined,
    seedSubscribers,
  });
  // The addresses of this start replace those of an earlier start in the file.
  await writeDemo(demoFile, { ...demo, webhook, ...addresses, pid: process.pid });
  process.stdout.write(await startupBanner(db, demo, { addresses, localFolder: LOCAL_FOLDER, watch }));
  await db.close();
}

async function startPostgres({ LOCAL_FOLDER }: Config): Promise<string> {
  say('Starting PostgreSQL.');
  const postgres = await startEmbeddedPostgres({ dataDir: `${LOCAL_FOLDER}/postgres` });
  stops.push(() => postgres.stop());
  return postgres.url;
}

/** Starts a program. If it exits by itself, all other programs are stopped too. */
function run(name: string, logFolder: string, settings: Readonly<Record<string, string>>): Program {
  const program = startProgram(name, settings, { watch, logFolder, showAll: showsAllLogs() });
  stops.push(() => stopProgram(program));
  void program.ended.then((code) => stopAfterExit(program, code));
  return program;
}

function runNetwork({ LOCAL_FOLDER, LOG_LEVEL }: Config, { networkUrl }: Addresses): Program {
  return run('network-simulator', LOCAL_FOLDER, {
    PORT: portOf(networkUrl),
    LOG_LEVEL,
    STATE_FILE: `${LOCAL_FOLDER}/network.ndjson`,
  });
}

function runPartners(
  { LOCAL_FOLDER, LOG_LEVEL }: Config,
  { baseUrl, partnersUrl }: Addresses,
  partnersKey: string,
): Program {
  const linework = { LINEWORK_URL: baseUrl, LINEWORK_KEY: partnersKey };
  return run('partner-simulator', LOCAL_FOLDER, {
    PORT: portOf(partnersUrl),
    LOG_LEVEL,
    STATE_FILE: `${LOCAL_FOLDER}/partners.ndjson`,
    ...linework,
  });
}

function runReceiver({ LOCAL_FOLDER, LOG_LEVEL }: Config, { receiverUrl }: Addresses, secret: string): Program {
  return run('webhook-receiver', LOCAL_FOLDER, { PORT: portOf(receiverUrl), LOG_LEVEL, WEBHOOK_SECRET: secret });
}

interface SeedOptions {
  readonly addresses: Addresses;
  readonly demoFile: string;
  readonly partnersKey: string;
  readonly keyWrapper: KeyWrapper;
}

/** Seeds the demo when the partner simulator is ready. */
async function seedWith(
  program: Program,
  db: Db,
  { addresses: { partnersUrl }, demoFile, ...given }: SeedOptions,
): Promise<Demo> {
  say('Creating the demo data.');
  await waitUntilReady(program, `${partnersUrl}/health/live`);
  return seedDemo(db, {
    partners: createHttpPartners({ ...partnerUrls(partnersUrl), PARTNER_TIMEOUT_MS: longTimeoutMs }),
    ...given,
    // The keys are in the file before the commit, so that a start that is interrupted later leaves no data without
    // them.
    beforeCommit: (_tx, demo) => writeDemo(demoFile, demo),
  });
}

interface StartOptions {
  readonly config: Config;
  readonly secretKeys: SecretKeyFiles;
  readonly addresses: Addresses;
  readonly databaseUrl: string;
  readonly network: Program;
  readonly partners: Program;
  /** The key of the demo that `/docs` fills in. */
  readonly docsApiKey: string | undefined;
  readonly seedSubscribers: () => Promise<void>;
}

async function startPrograms({
  config,
  addresses,
  databaseUrl,
  network,
  partners,
  ...more
}: StartOptions): Promise<void> {
  const { secretKeys, docsApiKey, seedSubscribers } = more;
  const { baseUrl, adminUrl, workerUrl, networkUrl, partnersUrl } = addresses;
  const shared = {
    ...partnerUrls(partnersUrl),
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: config.LOG_LEVEL,
    // The receiver is on this machine.
    WEBHOOK_TRUSTED_HOSTS: '127.0.0.1,localhost',
    ...(config.REDIS_URL && { REDIS_URL: config.REDIS_URL }),
  };
  const api = run('api', config.LOCAL_FOLDER, {
    ...shared,
    SECRET_PUBLIC_KEYS_FILE: secretKeys.publicKeysFile,
    PORT: portOf(baseUrl),
    ADMIN_PORT: portOf(adminUrl),
    PUBLIC_URL: baseUrl,
    ...(docsApiKey !== undefined && { DOCS_API_KEY: docsApiKey }),
  });
  await waitUntilReady(network, `${networkUrl}/health/live`);
  await seedSubscribers();
  // The worker executes orders of the demo at once, so the network must know their lines before it starts.
  const worker = run('worker', config.LOCAL_FOLDER, {
    ...shared,
    SECRET_PRIVATE_KEYS_FILE: secretKeys.privateKeysFile,
    WORKER_PORT: portOf(workerUrl),
    NETWORK_URL: networkUrl,
    // The guide waits for a drift.
    RECONCILIATION_ROUND_MS: '5000',
    RECONCILIATION_SECOND_LOOK_MS: '1000',
  });
  await Promise.all([
    waitUntilReady(partners, `${partnersUrl}/health/live`),
    waitUntilReady(worker, `${workerUrl}/health/ready`),
    waitUntilReady(api, `${baseUrl}/health/ready`),
  ]);
}

const portOf = (url: string) => new URL(url).port;

/**
 * Stops in reverse order: the API accepts no more requests, the worker finishes its jobs, and the database stops last.
 */
function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const stopOne of stops.toReversed()) await stopOne();
  })();
  return stopping;
}

async function stopAfterExit({ name }: Program, code: number | string): Promise<void> {
  if (stopping) return;
  process.stderr.write(`The ${name} exited unexpectedly (${code}). Stopping the other programs.\n`);
  await stop();
  process.exit(1);
}

async function stopAll(): Promise<void> {
  if (!stopping) process.stdout.write('\nStopping all programs.\n');
  await stop();
  process.exit(0);
}

function main(): void {
  const parsed = readArguments(process.argv.slice(2));
  if (parsed === 'help') {
    process.stdout.write(help);
  } else if (typeof parsed === 'object') {
    process.stderr.write(`${parsed.error}\n`);
    process.exitCode = 2;
  } else {
    watch = parsed === 'watch';
    onStopRequest(stopAll);
    start().catch(failStart);
  }
}

async function failStart(error: unknown): Promise<void> {
  if (stopping) return;
  process.stderr.write(`Cannot start: ${error instanceof Error ? error.message : error}\n`);
  await stop();
  process.exit(1);
}

main();
