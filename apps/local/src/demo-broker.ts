import { scopes } from '@linework/auth/scopes';
import { createBroker } from '@linework/domain/brokers/create-broker';
import { createRange } from '@linework/domain/inventory/ranges/create-range';
import { createApiKey } from '@linework/domain/keys/create-api-key';
import type { DemoTools } from './demo-desk.ts';
import { layHolders } from './demo-holders.ts';
import { layLines } from './demo-lines.ts';
import { type DemoPools, layPools } from './demo-pools.ts';
import { demoRanges } from './demo-ranges.ts';
import { type DemoRecords, layRecords } from './demo-records.ts';

export interface DemoBroker extends DemoRecords {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly holderIds: readonly string[];
  readonly lineIds: readonly string[];
  /** Their ids. */
  readonly pools: DemoPools;
}

/** What a broker may do: everything but what is the operators'. */
const brokerScopes = scopes.filter((scope) => scope !== 'operator');

/** Makes a broker with a key, ranges, holders, pools of numbers and SIMs, lines made of them, and the records around those. `number` tells brokers apart. */
export async function layBroker(tools: DemoTools, name: string, number: number): Promise<DemoBroker> {
  const { db } = tools;
  const { id } = await createBroker(db, { name, keyId: tools.operator.keyId });
  const { id: keyId, key } = await createApiKey(db, { name: `${name} demo`, brokerId: id, scopes: brokerScopes });
  const caller = { keyId, brokerId: id, scopes: brokerScopes };
  const desk = { ...tools, caller, brokerId: id };
  const holders = await layHolders(desk);
  for (const range of demoRanges(number)) await createRange(db, { keyId: tools.operator.keyId, brokerId: id, ...range });
  const { pools, pairs } = await layPools(tools, { caller, brokerId: id, number });
  const lines = await layLines(db, { caller, brokerId: id, holders, pairs, number });
  const records = await layRecords(desk, { holders, lines, pools });
  return { id, name, key, holderIds: [holders.ana, holders.bruno, holders.bakery], lineIds: lines.map((line) => line.id), pools, ...records };
}
