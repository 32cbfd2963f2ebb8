import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { lineArrivals } from '@linework/schemas/events';
import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import { aBroker } from './a-broker.ts';
import { aHolder } from './a-holder.ts';

export interface TestLine {
  readonly id: string;
  readonly brokerId: string;
  readonly holderId: string;
  readonly status: LineStatus;
  readonly msisdn: string;
  readonly iccid: string;
  readonly imsi: string;
}

/** What a test may want of its line; everything else is made up. */
export interface LineWishes {
  readonly brokerId?: string;
  readonly holderId?: string;
  readonly externalCode?: string;
  readonly msisdn?: string;
  readonly iccid?: string;
  readonly imsi?: string;
}

const standBy = ['PROVISIONING', 'STAND_BY'] as const;
const active = [...standBy, 'ACTIVATING', 'ACTIVE'] as const;
const blocked = [...active, 'BLOCKING', 'BLOCKED'] as const;

/** How a line comes to where it may rest. */
const waysTo = {
  PROVISIONING_ERROR: ['PROVISIONING', 'PROVISIONING_ERROR'],
  STAND_BY: standBy,
  ACTIVATION_ERROR: [...standBy, 'ACTIVATING', 'ACTIVATION_ERROR'],
  ACTIVE: active,
  BLOCKING_ERROR: [...active, 'BLOCKING', 'BLOCKING_ERROR'],
  BLOCKED: blocked,
  TERMINATION_ERROR: [...active, 'TERMINATING', 'TERMINATION_ERROR'],
  TERMINATED: [...active, 'TERMINATING', 'TERMINATED'],
} as const satisfies Partial<Record<LineStatus, readonly LineStatus[]>>;

export type RestingLineStatus = keyof typeof waysTo;

export const anActiveLine = (db: Db, wishes?: LineWishes) => aLine(db, 'ACTIVE', wishes);
export const aBlockedLine = (db: Db, wishes?: LineWishes) => aLine(db, 'BLOCKED', wishes);
export const aStandByLine = (db: Db, wishes?: LineWishes) => aLine(db, 'STAND_BY', wishes);

/** A line that has come to a status by listed moves, each with its event, so that the database's guard is never passed by. */
export async function aLine(db: Db, status: RestingLineStatus, wishes: LineWishes = {}): Promise<TestLine> {
  const [birth, ...moves]: readonly LineStatus[] = waysTo[status];
  const brokerId = wishes.brokerId ?? (await aBroker(db)).id;
  const holderId = wishes.holderId ?? (await aHolder(db, { brokerId })).id;
  const line = { id: randomUUID(), brokerId, holderId, ...identifiers(), ...wishes };
  await db.transaction(async (tx) => {
    await tx.prisma.line.create({ data: { ...line, status: birth as LineStatus } });
    await arrived(tx, line, null, birth as LineStatus);
    let from = birth as LineStatus;
    for (const to of moves) {
      await tx.prisma.line.updateMany({ where: { id: line.id, status: from }, data: { status: to, ...timesOf(to) } });
      await arrived(tx, line, from, to);
      from = to;
    }
  });
  return { ...line, status };
}

function identifiers() {
  const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
  return { msisdn: `+55119${digits(8)}`, iccid: `895501${digits(13)}`, imsi: `72405${digits(10)}` };
}

function timesOf(status: LineStatus) {
  if (status === 'ACTIVE') return { activatedAt: new Date() };
  if (status === 'TERMINATED') return { terminatedAt: new Date() };
  return {};
}

function arrived(tx: Db, { id, brokerId }: { readonly id: string; readonly brokerId: string }, fromStatus: LineStatus | null, toStatus: LineStatus) {
  return tx.prisma.event.create({
    data: { brokerId, type: lineArrivals[toStatus], resourceType: 'line', resourceId: id, fromStatus, toStatus },
  });
}
