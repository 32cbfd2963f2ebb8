import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { lineStatusEvents } from '@linework/schemas/events';
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

/** The values that a test may choose for its line. The others have generated values. */
export interface LineOptions {
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

/** The statuses that a line passes until it reaches each settled status. */
const statusPaths = {
  PROVISIONING_ERROR: ['PROVISIONING', 'PROVISIONING_ERROR'],
  STAND_BY: standBy,
  ACTIVATION_ERROR: [...standBy, 'ACTIVATING', 'ACTIVATION_ERROR'],
  ACTIVE: active,
  BLOCKING_ERROR: [...active, 'BLOCKING', 'BLOCKING_ERROR'],
  BLOCKED: blocked,
  TERMINATION_ERROR: [...active, 'TERMINATING', 'TERMINATION_ERROR'],
  TERMINATED: [...active, 'TERMINATING', 'TERMINATED'],
} as const satisfies Partial<Record<LineStatus, readonly LineStatus[]>>;

export type SettledLineStatus = keyof typeof statusPaths;

export const anActiveLine = (db: Db, options?: LineOptions) => aLine(db, 'ACTIVE', options);

/** A line that reached its status by allowed transitions, each with its event, so that the guard of the database checks all of them. */
export async function aLine(db: Db, status: SettledLineStatus, options: LineOptions = {}): Promise<TestLine> {
  const [initialStatus, ...laterStatuses]: readonly LineStatus[] = statusPaths[status];
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const holderId = options.holderId ?? (await aHolder(db, { brokerId })).id;
  const line = { id: randomUUID(), brokerId, holderId, ...randomIdentifiers(), ...options };
  await db.transaction(async (tx) => {
    await tx.prisma.line.create({ data: { ...line, status: initialStatus as LineStatus } });
    await insertStatusEvent(tx, line, null, initialStatus as LineStatus);
    let from = initialStatus as LineStatus;
    for (const to of laterStatuses) {
      await tx.prisma.line.updateMany({ where: { id: line.id, status: from }, data: { status: to, ...statusTimestamps(to) } });
      await insertStatusEvent(tx, line, from, to);
      from = to;
    }
  });
  return { ...line, status };
}

function randomIdentifiers() {
  const digits = (count: number) => String(randomInt(10 ** (count - 1), 10 ** count));
  return { msisdn: `+55119${digits(8)}`, iccid: `895501${digits(13)}`, imsi: `72405${digits(10)}` };
}

function statusTimestamps(status: LineStatus) {
  if (status === 'ACTIVE') return { activatedAt: new Date() };
  if (status === 'TERMINATED') return { terminatedAt: new Date() };
  return {};
}

function insertStatusEvent(tx: Db, { id, brokerId }: { readonly id: string; readonly brokerId: string }, fromStatus: LineStatus | null, toStatus: LineStatus) {
  return tx.prisma.event.create({
    data: { brokerId, type: lineStatusEvents[toStatus], resourceType: 'line', resourceId: id, fromStatus, toStatus },
  });
}
