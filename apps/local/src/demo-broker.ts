import { scopes } from '@linework/auth/scopes';
import type { Db } from '@linework/db/db';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import { type AdoptedLine, adoptLines } from '@linework/domain/lines/adopt-lines';
import { v7 as newId } from 'uuid';
import { demoSim } from './demo-sim.ts';

export interface DemoBroker {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly lineIds: readonly string[];
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

const activeLines = 20;
const blockedLines = 5;

/** What a broker may do: everything but what is the operators'. */
const brokerScopes = scopes.filter((scope) => scope !== 'operator');

/** Makes a broker with a key, holders, and lines that are in service or blocked. `number` tells brokers apart. */
export async function layBroker(db: Db, name: string, number: number): Promise<DemoBroker> {
  const id = newId();
  await db.prisma.broker.create({ data: { id, name } });
  const { key } = await createApiKey(db, { name: `${name} demo`, brokerId: id, scopes: brokerScopes });
  const holderIds = await layHolders(db, id);
  const lines = Array.from({ length: activeLines + blockedLines }, (_, at) => demoLine(id, holderIds, number, at));
  await adoptLines(db, lines.slice(0, activeLines), 'ACTIVE');
  await adoptLines(db, lines.slice(activeLines), 'BLOCKED');
  return { id, name, key, lineIds: lines.map((line) => line.id) };
}

async function layHolders(db: Db, brokerId: string): Promise<readonly string[]> {
  const holders = holderSeeds.map((seed) => ({ id: newId(), brokerId, ...seed }));
  await db.prisma.holder.createMany({ data: holders });
  return holders.map(({ id }) => id);
}

function demoLine(brokerId: string, holderIds: readonly string[], number: number, at: number): AdoptedLine {
  const holderId = holderIds[at % holderIds.length];
  if (holderId === undefined) throw new Error('a demo line needs a holder');
  return { id: newId(), brokerId, holderId, ...demoSim(number * 1_000 + at), externalCode: `LINE-${number}-${at + 1}` };
}
