// Creates the demo data of docker-compose.yml unless it exists, and prints its addresses and keys.
import { exitWithError } from '@linework/config/exit-with-error';
import { type Db, openDb } from '@linework/db/db';
import { createHttpPartners } from '@linework/systems/partners/create-http-partners';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';
import { publishedAddresses, readDemoDataConfig } from './demo/config.ts';
import {
  createPartnersKey,
  type Demo,
  findDemo,
  findLinesToBlock,
  partnerUrls,
  seedDemo,
  writeDemo,
} from './demo/demo.ts';
import { seedNetwork } from './demo/seed-network.ts';

/** For a statement, and for a call to a simulated partner: a machine that starts all services at once is busy. */
const longTimeoutMs = 60_000;

type Config = ReturnType<typeof readDemoDataConfig>;

async function createDemoData(config: Config): Promise<void> {
  const db = openDb({
    url: config.DATABASE_URL,
    poolSize: 2,
    statementTimeoutMs: longTimeoutMs,
    applicationName: 'linework demo',
  });
  try {
    const found = await findDemo(db, config.DEMO_FILE);
    // The simulator may have lost the lines of an earlier start.
    if (found) await seedNetwork(db, config.NETWORK_SIMULATOR_URL, { newBrokerIds: [] });
    const demo = found ?? (await seed(db, config));
    process.stdout.write(await describeDemo(db, demo));
  } finally {
    await db.close();
  }
}

async function seed(db: Db, config: Config): Promise<Demo> {
  const {
    NETWORK_SIMULATOR_URL: networkUrl,
    PARTNER_SIMULATOR_URL: partnersUrl,
    PARTNER_SIMULATOR_KEY: key,
    DEMO_FILE: file,
  } = config;
  const partnerKeys = { PAYMENTS_KEY: key, TAX_AUTHORITY_KEY: key, CLEARING_HOUSE_KEY: key };
  return seedDemo(db, {
    partners: createHttpPartners({ ...partnerUrls(partnersUrl), ...partnerKeys, PARTNER_TIMEOUT_MS: longTimeoutMs }),
    partnersKey: await createPartnersKey(db),
    keyWrapper: readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', config.SECRET_PUBLIC_KEYS_FILE),
    // Workers run already, so the network must know the lines before an order of the demo is visible. The keys are in
    // the file before the commit, because the database has only their fingerprints.
    async beforeCommit(tx, demo) {
      await seedNetwork(tx, networkUrl, { newBrokerIds: demo.brokers.map(({ id }) => id) });
      await writeDemo(file, { ...demo, ...publishedAddresses });
    },
  });
}

async function describeDemo(db: Db, demo: Demo): Promise<string> {
  const { baseUrl, adminUrl, networkUrl, partnersUrl } = publishedAddresses;
  const [lineId] = await findLinesToBlock(db, demo, 1);
  return `
  Linework is running.

    API        ${baseUrl}
    Reference  ${baseUrl}/docs
    Guides     ${baseUrl}/guides
    Console    ${adminUrl}/console/  (sign in as ${demo.administrator.name} with ${demo.administrator.password})
    Queues     ${adminUrl}/queues  (any user name; the password is ${demo.operatorKey})
    Network    ${networkUrl}  (simulator)
    Partners   ${partnersUrl}  (simulator of the payment provider, the tax authority and the clearing house)

  Block a line of ${demo.brokers[0]?.name}, then see it BLOCKED:

    export LINEWORK_URL=${baseUrl} LINEWORK_API_KEY=${demo.brokers[0]?.key}
    curl -s -X POST -H "X-API-Key: $LINEWORK_API_KEY" $LINEWORK_URL/lines/${lineId}/block
    curl -s -H "X-API-Key: $LINEWORK_API_KEY" $LINEWORK_URL/lines/${lineId}

  All keys: docker compose run --rm -T demo-data cat /state/demo.json
`;
}

try {
  await createDemoData(readDemoDataConfig());
} catch (error) {
  exitWithError(error, 'The demo data cannot be created');
}
