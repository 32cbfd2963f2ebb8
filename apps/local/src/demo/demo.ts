import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { createOperator } from '@linework/operators/create-operator';
import type { Partners } from '@linework/partners/partners';
import { pollDuePortIns } from '@linework/portability/port-ins/poll-due-port-ins';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { readTaxSettings } from '@linework/systems/tax/read-tax-settings';
import { type DemoBroker, seedBroker } from './seed-broker.ts';
import { seedMoveIn } from './seed-move-in.ts';

/** The endpoint of the demo's webhook receiver. */
export interface DemoWebhook {
  readonly endpointId: string;
  readonly secret: string;
}

/** The content of `.local/demo.json`: everything that a user or a program needs to use the demo. */
export interface Demo {
  readonly operatorKey: string;
  /** The first administrator of the console. */
  readonly administrator: { readonly name: string; readonly password: string };
  /** The key of the simulated partners. It only allows notifications. */
  readonly partnersKey: string;
  readonly brokers: readonly DemoBroker[];
  /** The endpoint of the webhook receiver. */
  readonly webhook?: DemoWebhook;
}

/** A demo of an earlier release may lack members. */
type StoredDemo = Partial<Demo> & { readonly brokers: readonly Partial<DemoBroker>[] };

/**
 * Reads the demo of an earlier start. Returns undefined if the file with its keys is missing, or if the demo lacks
 * records that a demo has now.
 */
export async function findDemo(db: Db, file: string): Promise<Demo | undefined> {
  if (!existsSync(file)) return undefined;
  const demo = JSON.parse(await readFile(file, 'utf8')) as StoredDemo;
  if (!(await isSeeded(db, demo))) return undefined;
  // A demo of an earlier release has no administrator.
  return { ...(demo as Demo), administrator: demo.administrator ?? (await createAdministrator(db)) };
}

/** The port-ins are seeded last, so the demo is complete if they exist. */
async function isSeeded(db: Db, { partnersKey, brokers }: StoredDemo): Promise<boolean> {
  const portInIds = brokers.flatMap(({ portInId }) => portInId ?? []);
  if (partnersKey === undefined || portInIds.length !== brokers.length) return false;
  return (await db.prisma.portIn.count({ where: { id: { in: portInIds } } })) === portInIds.length;
}

/** The address of each partner at the partner simulator. */
export const partnerUrls = (url: string) => ({
  PAYMENTS_URL: `${url}/payments`,
  TAX_AUTHORITY_URL: `${url}/tax-authority`,
  CLEARING_HOUSE_URL: `${url}/clearing-house`,
});

export interface DemoOptions {
  readonly partners: Partners;
  /** The key that the partner simulator was started with. */
  readonly partnersKey: string;
  readonly keyWrapper: KeyWrapper;
  /** The last act of the transaction: if it fails, nothing is seeded. */
  readonly beforeCommit?: (tx: Db, demo: Demo) => Promise<void>;
}

const brokerNames = ['Ponte Telecom', 'Serra Móvel'];
const taxLeaseLimitMs = 30_000;

/**
 * Seeds a demo in one transaction, beside an older demo if there is one. It calls the partners, so they must be
 * running.
 */
export async function seedDemo(
  db: Db,
  { partners, partnersKey, keyWrapper, beforeCommit }: DemoOptions,
): Promise<Demo> {
  const before = await db.prisma.broker.count();
  const tax = readTaxSettings({ TAX_ENVIRONMENT: 'TRIAL', TAX_LEASE_MS: taxLeaseLimitMs });
  const demo = await db.transaction(async (tx) => {
    const { id: keyId, key: operatorKey } = await createApiKey(tx, { name: 'demo operator', scopes });
    const tools = { db: tx, operator: { keyId, brokerId: null, scopes }, partners, tax, keyWrapper };
    const brokers: DemoBroker[] = [];
    for (const [at, name] of brokerNames.entries()) {
      brokers.push(await seedBroker(tools, before === 0 ? name : `${name} ${before + at + 1}`, before + at + 1));
    }
    const [first] = brokers as [DemoBroker, ...DemoBroker[]];
    await seedMoveIn(tools, {
      caller: { ...tools.operator, brokerId: first.id },
      pools: first.pools,
    });
    const seeded = { operatorKey, partnersKey, brokers, administrator: await createAdministrator(tx) };
    await beforeCommit?.(tx, seeded);
    return seeded;
  });
  // A worker does this every second. Done now, no user sees a port-in that the clearing house does not know yet.
  await pollDuePortIns({ db, log: silentLog, notify: () => undefined, clearingHouse: partners.clearingHouse });
  return demo;
}

/** Creates the administrator of the console. The password stays, because the demo is only for this machine. */
async function createAdministrator(db: Db): Promise<Demo['administrator']> {
  const before = await db.prisma.operator.count();
  const { name, password } = await createOperator(db, {
    name: before === 0 ? 'admin' : `admin ${before + 1}`,
    role: 'administrator',
    keepsPassword: true,
  });
  return { name, password };
}

/** Creates the key with which the simulated partners send notifications. */
export async function createPartnersKey(db: Db): Promise<string> {
  const { key } = await createApiKey(db, { name: 'demo partners', scopes: ['payments:write', 'portability:write'] });
  return key;
}

/** Writes the file atomically. Only its owner may read it, because it contains keys. */
export async function writeDemo<Written extends Demo>(file: string, demo: Written): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Returns lines of the first broker that can be blocked. If it has too few of them, other lines follow. */
export async function findLinesToBlock(db: Db, { brokers: [broker] }: Demo, limit: number): Promise<readonly string[]> {
  const active = { brokerId: broker?.id ?? '', status: 'ACTIVE' };
  const lines = await db.prisma.line.findMany({
    where: active,
    orderBy: { createdAt: 'asc' },
    select: { id: true },
    take: limit,
  });
  return [...lines.map(({ id }) => id), ...(broker?.lineIds ?? [])].slice(0, limit);
}
