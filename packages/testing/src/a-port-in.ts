import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { portInStatusEvents } from '@linework/schemas/events';
import type { PortInStatus } from '@linework/schemas/lifecycles/port-in.lifecycle';
import { aBroker } from './a-broker.ts';
import { aHolder } from './a-holder.ts';
import { aPool } from './a-pool.ts';

export interface TestPortIn {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly msisdn: string;
}

/** The values that a test may choose for its port-in. The others have generated values. */
export interface PortInOptions {
  readonly brokerId?: string;
  readonly customerId?: string;
  readonly msisdn?: string;
}

/** The allowed transitions to each status. */
const statusPaths = {
  REQUESTED: ['REQUESTED'],
  PENDING: ['REQUESTED', 'PENDING'],
  CONFLICT: ['REQUESTED', 'PENDING', 'CONFLICT'],
  CANCELLING: ['REQUESTED', 'PENDING', 'CANCELLING'],
  CANCELLED: ['REQUESTED', 'PENDING', 'CANCELLING', 'CANCELLED'],
  ACTIVE: ['REQUESTED', 'PENDING', 'ACTIVE'],
  ERROR: ['REQUESTED', 'ERROR'],
} as const satisfies Record<PortInStatus, readonly PortInStatus[]>;

const hourMs = 3_600_000;
/** It is not polled before this time. */
const farFuture = new Date('2999-01-01T00:00:00Z');

/**
 * A port-in that reached its status by allowed transitions, each with its event. It is unknown to the clearing house
 * and is not polled. It has no order.
 */
export async function aPortIn(db: Db, status: PortInStatus, options: PortInOptions = {}): Promise<TestPortIn> {
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const customerId = options.customerId ?? (await aHolder(db, { brokerId })).id;
  const { id: poolId } = await aPool(db, { brokerId });
  const portIn = {
    id: randomUUID(),
    brokerId,
    customerId,
    msisdn: options.msisdn ?? `+55119${randomInt(10_000_000, 100_000_000)}`,
  };
  const window = { windowFrom: new Date(Date.now() + hourMs), windowUntil: new Date(Date.now() + 2 * hourMs) };
  const origin = { correlationId: 'c', keyId: randomUUID(), sim: { from: { poolId }, activate: true } };
  await db.transaction(async (tx) => {
    await tx.prisma.portIn.create({
      data: {
        ...portIn,
        ...window,
        ...origin,
        poolId,
        donor: '55321',
        federalTaxId: '52998224725',
        status: 'REQUESTED',
        dueAt: farFuture,
      },
    });
    let from: PortInStatus | null = null;
    for (const to of statusPaths[status]) {
      if (from !== null)
        await tx.prisma.portIn.updateMany({
          where: { id: portIn.id, status: from },
          data: { status: to, ...statusColumns(to) },
        });
      const statusEvent = {
        type: portInStatusEvents[to],
        resourceType: 'port-in',
        resourceId: portIn.id,
        fromStatus: from,
        toStatus: to,
      };
      await tx.prisma.event.create({ data: { brokerId, ...statusEvent } });
      from = to;
    }
  });
  return portIn;
}

function statusColumns(status: PortInStatus) {
  if (status === 'PENDING') return { ticket: `BP${randomInt(1_000_000_000)}`, acknowledgedRevision: 0 };
  if (status === 'CONFLICT') return { reasonCode: 'WRONG_DATA', dueAt: null };
  if (status === 'CANCELLED' || status === 'ERROR') return { endedAt: new Date(), dueAt: null };
  return status === 'ACTIVE' ? { endedAt: new Date(), activatedAt: new Date(), dueAt: null } : {};
}
