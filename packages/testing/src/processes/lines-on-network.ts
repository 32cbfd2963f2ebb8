import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { adoptLines } from '@linework/domain/lines/adopt-lines';
import { aHolder } from '../a-holder.ts';
import type { networkSimulatorClient } from '../network-simulator-client.ts';

export interface KnownLine {
  readonly id: string;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

export interface Places {
  readonly db: Db;
  readonly network: ReturnType<typeof networkSimulatorClient>;
  readonly brokerId: string;
}

/** Makes ACTIVE lines that the network knows too. */
export async function linesOnNetwork({ db, network, brokerId }: Places, count: number): Promise<readonly KnownLine[]> {
  const { id: holderId } = await aHolder(db, { brokerId });
  const first = randomInt(10_000_000, 90_000_000);
  const lines = Array.from({ length: count }, (_, at) => aLineOf(first + at));
  await adoptLines(
    db,
    lines.map((line) => ({ ...line, brokerId, holderId })),
    'ACTIVE',
  );
  await network.load(lines.map(({ imsi, msisdn }) => ({ imsi, msisdn, serviceState: 'active' })));
  return lines;
}

const aLineOf = (serial: number): KnownLine => ({
  id: randomUUID(),
  msisdn: `+55119${serial}`,
  iccid: `89550153300${serial}`,
  imsi: `7240577${serial}`,
});
