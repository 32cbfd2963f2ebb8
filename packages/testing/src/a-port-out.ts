import { randomInt, randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { portOutStatusEvents } from '@linework/schemas/events';
import { type PortOutStatus, portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import { anActiveLine } from './a-line.ts';

export interface TestPortOut {
  readonly id: string;
  readonly brokerId: string;
  readonly lineId: string;
  readonly msisdn: string;
}

/** The allowed transitions to each status. */
const statusPaths = {
  PENDING: ['PENDING'],
  CANCELLING: ['PENDING', 'CANCELLING'],
  IN_PROGRESS: ['PENDING', 'IN_PROGRESS'],
  COMPLETED: ['PENDING', 'IN_PROGRESS', 'COMPLETED'],
  CANCELLED: ['PENDING', 'CANCELLING', 'CANCELLED'],
  ERROR: ['PENDING', 'ERROR'],
} as const satisfies Record<PortOutStatus, readonly PortOutStatus[]>;

const hourMs = 3_600_000;
/** It is not polled before this time. */
const farFuture = new Date('2999-01-01T00:00:00Z');

/**
 * A port-out that reached its status by allowed transitions, each with its event. Its line is ACTIVE, and it is not
 * executed.
 */
export async function aPortOut(
  db: Db,
  status: PortOutStatus,
  options: { readonly brokerId?: string } = {},
): Promise<TestPortOut> {
  const { id: lineId, brokerId, msisdn } = await anActiveLine(db, options);
  const portOut = { id: randomUUID(), brokerId, lineId, msisdn };
  const origin = {
    correlationId: 'c',
    keyId: randomUUID(),
    ticket: `PO${randomInt(1_000_000_000)}`,
    recipient: '55321',
    windowFrom: new Date(Date.now() + hourMs),
  };
  await db.transaction(async (tx) => {
    await tx.prisma.portOut.create({ data: { ...portOut, ...origin, status: 'PENDING', dueAt: farFuture } });
    let from: PortOutStatus | null = null;
    for (const to of statusPaths[status]) {
      const endedAt = portOutLifecycle.isFinal(to) ? new Date() : null;
      if (from !== null)
        await tx.prisma.portOut.updateMany({
          where: { id: portOut.id, status: from },
          data: {
            status: to,
            ...(to === 'CANCELLING' && { cancelRequestedAt: new Date() }),
            ...(endedAt && { endedAt, dueAt: null }),
          },
        });
      const statusEvent = {
        type: portOutStatusEvents[to],
        resourceType: 'port-out',
        resourceId: portOut.id,
        fromStatus: from,
        toStatus: to,
      };
      await tx.prisma.event.create({ data: { brokerId, ...statusEvent } });
      from = to;
    }
  });
  return portOut;
}
