import type { KnownLine } from '@linework/testing/processes/lines-on-network';
import type { System } from '@linework/testing/processes/start-system';
import { until } from '@linework/testing/processes/until';
import { expect } from 'vitest';

export type CourseName = keyof typeof courses;

/** An order about to be given. */
export interface Course {
  readonly line: KnownLine;
  /** Gives it; answers its id. */
  give(): Promise<string>;
}

/** Everything short of giving the order. A worker must be there and have its hands free. */
export const courses = {
  block: async (system: System) => onLine(system, ({ id }) => system.client.placeOrder('block', id)),
  delete: async (system: System) => onLine(system, ({ id }) => system.client.placeOrder('delete', id)),
  rollback: async (system: System) => {
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    // The first attempt may have taken effect: a step that was only refused has nothing to undo.
    await system.network.orderFault({ fault: 'error-before', match: { imsi: line.imsi } });
    await system.network.orderFault({ fault: 'refuse', code: 'told-to', match: { imsi: line.imsi } });
    const orderId = await system.client.placeOrder('block', line.id);
    await reaches(system, orderId, 'FAILED');
    return { line, give: async () => (await system.client.askOfOrder(orderId, 'rollback')).id };
  },
  cancel: async (system: System) =>
    onLine(system, async ({ id, imsi }) => {
      const hold = await system.network.orderFault({ fault: 'hold', when: 'after', match: { imsi } });
      const orderId = await system.client.placeOrder('block', id);
      await system.network.faultHasStruck(hold);
      await system.client.askOfOrder(orderId, 'cancel');
      await system.network.releaseFault(hold);
      return orderId;
    }),
};

async function onLine(system: System, give: (line: KnownLine) => Promise<string>): Promise<Course> {
  const [line] = await system.lines(1);
  if (!line) throw new Error('There is no line.');
  return { line, give: () => give(line) };
}

/** How order, line, subscriber and the network's ledger are to stand in the end, whatever happened on the way. */
const ends = {
  block: { order: 'COMPLETED', line: 'BLOCKED', subscriber: 'suspended', effects: ['set-service-state'] },
  delete: { order: 'COMPLETED', line: 'TERMINATED', subscriber: undefined, effects: ['delete'] },
  // The network had refused, so that there is nothing but the undo.
  rollback: { order: 'ROLLED_BACK', line: 'ACTIVE', subscriber: 'active', effects: ['set-service-state'] },
  cancel: { order: 'CANCELLED', line: 'ACTIVE', subscriber: 'active', effects: ['set-service-state', 'set-service-state'] },
} satisfies Record<CourseName, unknown>;

/** Waits until the order has come to its end. */
export const comesToItsEnd = (system: System, name: CourseName, orderId: string) => reaches(system, orderId, ends[name].order);

/** Raises unless everything stands as it would had nobody died. */
export async function endedWell({ db, network }: System, name: CourseName, line: KnownLine): Promise<void> {
  const { status } = await db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
  const ledger = await network.ledger({ imsi: line.imsi });
  const { order: _, ...end } = ends[name];
  expect({
    line: status,
    subscriber: (await network.subscriber(line.imsi))?.serviceState,
    effects: ledger.map(({ operation }) => operation),
  }).toEqual(end);
}

async function reaches({ client }: System, orderId: string, status: string): Promise<void> {
  await until(`order ${orderId} is ${status}`, async () => (await client.order(orderId)).status === status);
}
