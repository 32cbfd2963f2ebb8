import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { scopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { type DemoBroker, layBroker } from './demo-broker.ts';

/** What a person or a program needs to know to use the demo: `.local/demo.json`. */
export interface Demo {
  readonly operatorKey: string;
  /** Of the simulated partners, which may tell of what has changed and no more. */
  readonly partnersKey: string;
  readonly brokers: readonly DemoBroker[];
}

/** One that was laid before there were partners has no key for them. */
type StoredDemo = Omit<Demo, 'partnersKey'> & Partial<Demo>;

const brokerNames = ['Ponte Telecom', 'Serra Móvel'];

/** The demo as it was laid at the first start. Where its keys are not on file any more, or it is older than the pools, it is laid anew beside the old. */
export async function openDemo(db: Db, file: string): Promise<Demo> {
  if (existsSync(file)) {
    const demo = JSON.parse(await readFile(file, 'utf8')) as StoredDemo;
    if (await isLaid(db, demo)) return { ...demo, partnersKey: demo.partnersKey ?? (await createPartnersKey(db)) };
  }
  return layDemo(db);
}

async function isLaid(db: Db, { brokers }: StoredDemo): Promise<boolean> {
  const pools = brokers.flatMap(({ pools }) => Object.values({ ...pools }));
  return (await db.prisma.pool.count({ where: { id: { in: pools } } })) === 2 * brokers.length;
}

async function layDemo(db: Db): Promise<Demo> {
  const before = await db.prisma.broker.count();
  return db.transaction(async (tx) => {
    const { key: operatorKey } = await createApiKey(tx, { name: 'demo operator', scopes });
    const brokers: DemoBroker[] = [];
    for (const [at, name] of brokerNames.entries()) {
      brokers.push(await layBroker(tx, before === 0 ? name : `${name} ${before + at + 1}`, before + at + 1));
    }
    return { operatorKey, partnersKey: await createPartnersKey(tx), brokers };
  });
}

async function createPartnersKey(db: Db): Promise<string> {
  const { key } = await createApiKey(db, { name: 'demo partners', scopes: ['payments:write', 'portability:write'] });
  return key;
}

/** Writes the file whole or not at all, readable by its owner only: it holds keys. */
export async function writeDemo(file: string, demo: Demo & Readonly<Record<string, unknown>>): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
