import { createApiKey } from '@linework/api-keys/create-api-key';
import { scopes } from '@linework/auth/scopes';
import { createBroker } from '@linework/brokers/create-broker';
import { createRange, type NewRange } from '@linework/inventory/ranges/create-range';
import type { DemoTools } from './demo-context.ts';
import { demoSim } from './demo-sim.ts';
import { seedHolders } from './seed-holders.ts';
import { seedLines } from './seed-lines.ts';
import { type DemoPools, poolSize, seedPools } from './seed-pools.ts';
import { type DemoRecords, seedRecords } from './seed-records.ts';
import { type DemoYesterday, pairsOfYesterday, seedYesterday } from './seed-yesterday.ts';

export interface DemoBroker extends DemoRecords {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly holderIds: readonly string[];
  readonly lineIds: readonly string[];
  /** The ids of the pools. */
  readonly pools: DemoPools;
  /** What happened yesterday. */
  readonly yesterday: DemoYesterday;
}

/** A broker has every scope except `operator`. */
const brokerScopes = scopes.filter((scope) => scope !== 'operator');

/**
 * Creates a broker with a key, ranges, holders, pools of numbers and SIMs, lines, and the records around the lines.
 * `number` identifies the broker.
 */
export async function seedBroker(tools: DemoTools, name: string, number: number): Promise<DemoBroker> {
  const { db } = tools;
  const { id } = await createBroker(db, { name, keyId: tools.operator.keyId });
  const { id: keyId, key } = await createApiKey(db, { name: `${name} demo`, brokerId: id, scopes: brokerScopes });
  const caller = { keyId, brokerId: id, scopes: brokerScopes };
  const context = { ...tools, caller, brokerId: id };
  const holders = await seedHolders(context);
  for (const range of demoRanges(number))
    await createRange(db, { keyId: tools.operator.keyId, brokerId: id, ...range });
  const { pools, pairs } = await seedPools(tools, { caller, brokerId: id, number });
  const lines = await seedLines(db, { caller, brokerId: id, holders, pairs, number });
  const records = await seedRecords(context, { holders, lines, pools });
  const holderIds = [holders.ana, holders.bruno, holders.bakery];
  const rest = pairs.slice(lines.length, lines.length + pairsOfYesterday);
  const yesterday = await seedYesterday(context, { holderIds, pairs: rest, number });
  return {
    id,
    name,
    key,
    holderIds,
    lineIds: withLast(
      lines.map((line) => line.id),
      yesterday.lineIds,
    ),
    pools,
    yesterday,
    ...records,
  };
}

/** The pages of the guides count from the first line, and the last one is that of the paused subscription. */
const withLast = (lineIds: readonly string[], others: readonly string[]): readonly string[] => [
  ...lineIds.slice(0, -1),
  ...others,
  ...lineIds.slice(-1),
];

type DemoRange = Pick<NewRange, 'kind' | 'from' | 'to'>;

/**
 * The ranges of a demo broker: the ranges of its pools, and further ranges in which a user may create resources.
 * `number` identifies the broker.
 */
function demoRanges(number: number): readonly DemoRange[] {
  const [first, last] = [demoSim(number * poolSize), demoSim((number + 1) * poolSize - 1)];
  const block = String(number).padStart(2, '0');
  return [
    { kind: 'MSISDN', from: first.msisdn, to: last.msisdn },
    { kind: 'ICCID', from: first.iccid, to: last.iccid },
    { kind: 'IMSI', from: first.imsi, to: last.imsi },
    { kind: 'MSISDN', from: `+552199${block}00000`, to: `+552199${block}99999` },
    { kind: 'ICCID', from: `89559901${block}000000000`, to: `89559901${block}999999999` },
    { kind: 'IMSI', from: `724991${block}0000000`, to: `724991${block}9999999` },
  ];
}
