import type { OrderStatus } from '@linework/schemas/lifecycles/order.lifecycle';
import type { KnownLine } from '@linework/testing/processes/lines-on-network';
import type { System } from '@linework/testing/processes/start-system';
import { expect } from 'vitest';

export type ScenarioName = keyof typeof scenarios;

/** An order that is ready to be placed. */
export interface Scenario {
  readonly line: KnownLine;
  /** Places the order and returns its id. */
  placeOrder(): Promise<string>;
}

/** Prepares each order up to its request. An idle worker must be running. */
export const scenarios = {
  block: async (system: System) => startOnLine(system, ({ id }) => system.client.placeOrder('block', id)),
  delete: async (system: System) => startOnLine(system, ({ id }) => system.client.placeOrder('delete', id)),
  rollback: async (system: System) => {
    const [line] = await system.lines(1);
    if (!line) throw new Error('There is no line.');
    // The first attempt may have taken effect: a step that was only refused has nothing to undo.
    await system.network.injectFault({ fault: 'error-before', match: { imsi: line.imsi } });
    await system.network.injectFault({
      fault: 'refuse',
      code: 'refused',
      times: 'always',
      match: { imsi: line.imsi, keySuffix: 'execute' },
    });
    const orderId = await system.client.placeOrder('block', line.id);
    await system.waitForOrder(orderId, 'FAILED');
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

/** The end state of order, line, subscriber and the network's request log, the same with and without a crash. */
const endStatuses = {
  block: { order: 'COMPLETED', line: 'BLOCKED', subscriber: 'suspended', effects: ['set-service-state'] },
  delete: { order: 'COMPLETED', line: 'TERMINATED', subscriber: undefined, effects: ['delete'] },
  // The network refused the step, so only the undo had an effect.
  rollback: { order: 'ROLLED_BACK', line: 'ACTIVE', subscriber: 'active', effects: ['set-service-state'] },
  cancel: {
    order: 'CANCELLED',
    line: 'ACTIVE',
    subscriber: 'active',
    effects: ['set-service-state', 'set-service-state'],
  },
} satisfies Record<ScenarioName, { readonly order: OrderStatus; readonly [part: string]: unknown }>;

/** Waits until the order has its final status. */
export const waitForEnd = (system: System, name: ScenarioName, orderId: string) =>
  system.waitForOrder(orderId, endStatuses[name].order);

/** Raises unless the end state is the same as without a crash. */
export async function assertEndState({ db, network }: System, name: ScenarioName, line: KnownLine): Promise<void> {
  const { status } = await db.prisma.line.findUniqueOrThrow({ where: { id: line.id } });
  const requestLog = await network.requestLog({ imsi: line.imsi });
  const { order: _, ...end } = endStatuses[name];
  expect({
    line: status,
    subscriber: (await network.subscriber(line.imsi))?.serviceState,
    effects: requestLog.map(({ operation }) => operation),
  }).toEqual(end);
}
