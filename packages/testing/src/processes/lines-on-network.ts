import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { importLines } from '@linework/lines/records/import-lines';
import { aHolder } from '../a-holder.ts';
import type { networkSimulatorClient } from '../simulators/network-simulator-client.ts';

export interface KnownLine {
  readonly id: string;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

export interface NetworkSetup {
  readonly db: Db;
  readonly network: ReturnType<typeof networkSimulatorClient>;
  readonly brokerId: string;
}

/** Creates ACTIVE lines that are also subscribers of the network. */
export async function createLinesOnNetwork(
  { db, network, brokerId }: NetworkSetup,
  count: number,
): Promise<readonly KnownLine[]> {
  const { id: holderId } = await aHolder(db, { brokerId });
  const first = randomInt(10_000_000, 90_000_000);
  const lines = Array.from({ length: count }, (_, at) => buildLine(first + at));
  await importLines(
    db,
    lines.map((line) => ({ ...line, brokerId, holderId })),
    'ACTIVE',
  );
  await network.load(lines.map(({ imsi, msisdn }) => ({ imsi, msisdn, serviceState: 'active' })));
  return lines;
}

const buildLine = (serial: number): KnownLine => ({
  id: randomUUID(),
  msisdn: `+55119${serial}`,
  iccid: `89550153300${serial}`,
  imsi: `7240577${serial}`,
});
