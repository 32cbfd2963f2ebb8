import type { KnownLine } from '@linework/testing/processes/lines-on-network';
import type { System } from '@linework/testing/processes/start-system';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { expect } from 'vitest';

export type ScenarioName = keyof typeof scenarios;

/** An order about to be given. */
export interface Scenario {
  readonly line: KnownLine;
  /** Gives it; answers its id. */
  placeOrder(): Promise<string>;
}

/** Everything short of giving the order. A worker must be there and have its hands free. */
export const scenarios = {
  block: async (system: System) => startOnLine(system, ({ id }) => system.client.placeOrder('block', id)),
  delete: async (system: System) => startOnLine(system, ({ id }) => system.client.placeOrder('delete', id)),
  rollback: async (system: System) => {
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    // The first attempt may have taken effect: a step that was only refused has nothing to undo.
    await system.network.injectFault({ fault: 'error-before', match: { imsi: line.imsi } });
    await system.network.injectFault({ fault: 'refuse', code: 'told-to', match: { imsi: line.imsi } });
    const orderId = await system.client.placeOrder('block', line.id);
    await waitForStatus(system, orderId, 'FAILED');
    return { line, placeOrder: async () => (await system.client.requestOrderAction(orderId, 'rollback')).id };
  },
  cancel: async (system: System) =>
    startOnLine(system, async ({ id, imsi }) => {
      const hold = await system.network.injectFault({ fault: 'hold', when: 'after', match: { imsi } });
      const orderId = await system.client.placeOrder('block', id);
      await system.network.waitForFault(hold);
      await system.client.requestOrderAction(orderId, 'cancel');
      await system.network.releaseFault(hold);
      return orderId;
    }),
};

async function startOnLine(system: System, placeOrder: (line: KnownLine) => Promise<string>): Promise<Scenario> {
  const [line] = await system.lines(1);
  if (!line) throw new Error('There is no line.');
  return { line, placeOrder: () => placeOrder(line) };
}

/** How order, line, subscriber and the network's ledger are to stand in the end, whatever happened on the way. */
const endStatuses = {
  block: { order: 'COMPLETED', line: 'BLOCKED', subscriber: 'suspended', effects: ['set-service-state'] },
  delete: { order: 'COMPLETED', line: 'TERMINATED', subscriber: undefined, effects: ['delete'] },
  // The network had refused, so that there is nothing but the undo.
  rollback: { order: 'ROLLED_BACK', line: 'ACTIVE', subscriber: 'active', effects: ['set-service-state'] },
  cancel: { order: 'CANCELLED', line: 'ACTIVE', subscriber: 'active', effects: ['set-service-state', 'set-service-state'] },
} satisfies Record<ScenarioName, unknown>;

/** Waits until the order has come to its end. */
export const waitForEnd = (system: System, name: ScenarioName, orderId: string) => waitForStatus(system, orderId, endStatuses[name].order);

/** Raises unless everything stands as it would had nobody died. */
export async function assertEndState({ db, network }: System, name: ScenarioName, line: KnownLine): Promise<void> {
  const { status } = await db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
  const ledger = await network.requestLog({ imsi: line.imsi });
  const { order: _, ...end } = endStatuses[name];
  expect({
    line: status,
    subscriber: (await network.subscriber(line.imsi))?.serviceState,
    effects: ledger.map(({ operation }) => operation),
  }).toEqual(end);
}

async function waitForStatus({ client }: System, orderId: string, status: string): Promise<void> {
  await waitUntil(`order ${orderId} is ${status}`, async () => (await client.order(orderId)).status === status);
}
