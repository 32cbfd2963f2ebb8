import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { scopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import type { Partners } from '@linework/domain/partners/partners';
import { pollDuePortIns } from '@linework/domain/portability/poll-due-port-ins';
import type { KeyWrapper } from '@linework/domain/secrets/key-wrapping';
import { silentLog } from '@linework/log/log';
import { readTaxSettings } from '@linework/systems/tax/read-tax-settings';
import { type DemoBroker, seedBroker } from './seed-broker.ts';

/** What a person or a program needs to know to use the demo: `.local/demo.json`. */
export interface Demo {
  readonly operatorKey: string;
  /** Of the simulated partners, which may tell of what has changed and no more. */
  readonly partnersKey: string;
  readonly brokers: readonly DemoBroker[];
}

/** One that was laid earlier lacks what demos did not have yet. */
type StoredDemo = Partial<Demo> & { readonly brokers: readonly Partial<DemoBroker>[] };

/** The demo as it was laid at the first start; undefined where its keys are not on file any more, or it lacks something that demos have now. */
export async function findDemo(db: Db, file: string): Promise<Demo | undefined> {
  if (!existsSync(file)) return undefined;
  const demo = JSON.parse(await readFile(file, 'utf8')) as StoredDemo;
  return (await isSeeded(db, demo)) ? (demo as Demo) : undefined;
}

/** The newest of a demo's records are there only where everything is. */
async function isSeeded(db: Db, { partnersKey, brokers }: StoredDemo): Promise<boolean> {
  const portInIds = brokers.flatMap(({ portInId }) => portInId ?? []);
  if (partnersKey === undefined || portInIds.length !== brokers.length) return false;
  return (await db.prisma.portIn.count({ where: { id: { in: portInIds } } })) === portInIds.length;
}

export interface DemoOptions {
  readonly partners: Partners;
  /** The key that the partners were started with. */
  readonly partnersKey: string;
  readonly keyWrapper: KeyWrapper;
}

const brokerNames = ['Ponte Telecom', 'Serra Móvel'];
const taxLeaseLimitMs = 30_000;

/** Lays a demo, beside an older one if there is any; all of it or nothing. The partners are asked meanwhile, and have to be there. */
export async function seedDemo(db: Db, { partners, partnersKey, keyWrapper }: DemoOptions): Promise<Demo> {
  const before = await db.prisma.broker.count();
  const tax = readTaxSettings({ TAX_ENVIRONMENT: 'TRIAL', TAX_LEASE_MS: taxLeaseLimitMs });
  const demo = await db.transaction(async (tx) => {
    const { id: keyId, key: operatorKey } = await createApiKey(tx, { name: 'demo operator', scopes });
    const tools = { db: tx, operator: { keyId, brokerId: null, scopes }, partners, tax, keyWrapper };
    const brokers: DemoBroker[] = [];
    for (const [at, name] of brokerNames.entries()) {
      brokers.push(await seedBroker(tools, before === 0 ? name : `${name} ${before + at + 1}`, before + at + 1));
    }
    return { operatorKey, partnersKey, brokers };
  });
  // What a worker does every second: done now, nobody meets a port-in that the clearing house has not heard of.
  await pollDuePortIns({ db, log: silentLog, notify: () => undefined, clearingHouse: partners.clearingHouse });
  return demo;
}

/** Makes the key with which the simulated partners tell of what has changed. */
export async function createPartnersKey(db: Db): Promise<string> {
  const { key } = await createApiKey(db, { name: 'demo partners', scopes: ['payments:write', 'portability:write'] });
  return key;
}

/** Writes the file whole or not at all, readable by its owner only: it holds keys. */
export async function writeDemo<Written extends Demo>(file: string, demo: Written): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
