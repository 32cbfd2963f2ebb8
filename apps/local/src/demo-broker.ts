import { scopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { v7 as newId } from 'uuid';
import { layLines } from './demo-lines.ts';
import { type DemoPools, layPools } from './demo-pools.ts';

export interface DemoBroker {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly holderIds: readonly string[];
  readonly lineIds: readonly string[];
  /** Their ids. */
  readonly pools: DemoPools;
}

interface HolderSeed {
  readonly name: string;
  readonly federalTaxId: string;
}

const holderSeeds: readonly HolderSeed[] = [
  { name: 'Ana Souza', federalTaxId: '52998224725' },
  { name: 'Bruno Lima', federalTaxId: '11144477735' },
  { name: 'Padaria Estrela Ltda', federalTaxId: '11222333000181' },
];

/** What a broker may do: everything but what is the operators'. */
const brokerScopes = scopes.filter((scope) => scope !== 'operator');

/** Makes a broker with a key, holders, pools of numbers and SIMs, and lines made of them. `number` tells brokers apart. */
export async function layBroker(db: Db, name: string, number: number): Promise<DemoBroker> {
  const id = newId();
  await db.prisma.broker.create({ data: { id, name } });
  const { id: keyId, key } = await createApiKey(db, { name: `${name} demo`, brokerId: id, scopes: brokerScopes });
  const caller = { keyId, brokerId: id, scopes: brokerScopes };
  const holderIds = await layHolders(db, id);
  const { pools, pairs } = await layPools(db, caller, id, number);
  const lineIds = await layLines(db, { caller, brokerId: id, holderIds, pairs, number });
  return { id, name, key, holderIds, lineIds, pools };
}

async function layHolders(db: Db, brokerId: string): Promise<readonly string[]> {
  const holders = holderSeeds.map((seed) => ({ id: newId(), brokerId, ...seed }));
  await db.prisma.holder.createMany({ data: holders });
  return holders.map(({ id }) => id);
}
