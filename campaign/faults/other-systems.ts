import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '@linework/db/statement';
import { waitUntil } from '@linework/testing/processes/wait-until';
import type { NetworkFault } from '@linework/testing/simulators/network-simulator-client';
import type { PartnerFault } from '@linework/testing/simulators/partner-simulator-client';
import type { World } from '../world/start-world.ts';
import type { Fault } from './fault.ts';

/** A simulator with fault injection. */
interface Simulator<Order> {
  injectFault(order: Order): Promise<string>;
  fault(id: string): Promise<{ readonly struck: number }>;
  removeFault(id: string): Promise<unknown>;
}

/** Injects the fault for some time, or until it has occurred `times` times. */
const injectInto =
  <Order>(simulatorOf: (world: World) => Simulator<Order>) =>
  (name: string, order: Order, forMs = 1_000): Fault => ({
    name,
    async inject(world) {
      const simulator = simulatorOf(world);
      const id = await simulator.injectFault(order);
      await sleep(forMs);
      const { struck } = await simulator.fault(id);
      await simulator.removeFault(id);
      return struck > 0;
    },
  });

const hourMs = 3_600_000;

const networkFault = injectInto<NetworkFault>(({ network }) => network);
const partnerFault = injectInto<PartnerFault>(({ partners }) => partners);

export const networkFaults: readonly Fault[] = [
  networkFault('the network slow', { fault: 'slow', ms: 150, times: 'always' }),
  // Longer than the time-out of a step, and shorter than a lease.
  { ...networkFault('the network too slow', { fault: 'slow', ms: 600, times: 6 }), causesLateCalls: true },
  networkFault('the network failing before the effect', { fault: 'error-before', times: 15 }),
  networkFault('the network failing after the effect', { fault: 'error-after', times: 15 }),
  networkFault('the network dropping its response', { fault: 'drop-after', times: 15 }),
  networkFault('the network failing reads', { fault: 'error-before', times: 15, match: { operation: 'find' } }),
  networkFault('the network refusing calls', { fault: 'refuse', code: 'refused', times: 12 }),
  networkFault(
    'the network refusing an undo',
    { fault: 'refuse', code: 'refused', times: 2, match: { keySuffix: 'undo' } },
    3_000,
  ),
  networkFault('the network finishing calls later', { fault: 'later', ms: 400, times: 20 }),
  // Such a call is never made, so the same call is repeated after the deadline.
  networkFault('the network forgetting accepted calls', { fault: 'later', ms: hourMs, deadlineMs: 1_500, times: 6 }),
  networkFault('the network unavailable', { fault: 'unavailable', times: 'always' }, 2_000),
];

/**
 * Stops the network simulator and starts it again. In between, connections are refused. No order may fail because of
 * it.
 */
export function networkDown(forMs: number): Fault {
  let wasDown = false;
  return {
    name: 'the network down',
    async inject({ managedNetwork }) {
      // Once is enough: while the network is down, no other fault of the network can occur.
      if (wasDown) return true;
      wasDown = true;
      await managedNetwork.takeDown();
      await sleep(forMs);
      await managedNetwork.bringUp();
      return true;
    },
  };
}

const readsStatement = statement(
  'campaign-reads-of-register',
  'SELECT calls::int AS calls, lines FROM reconciliation',
).returns<{ readonly calls: number; readonly lines: number }>();
/** On an idle machine. A round takes ten seconds. */
const roundLimitMs = 20_000;

/**
 * No fault of the network until the reconciliation has read the register as often as there are lines. Otherwise it
 * would wait for the network nearly all the time. Servers and programs have their faults meanwhile.
 */
export const networkWell: Fault = {
  name: 'the network well for a round of the reconciliation',
  async inject({ db, speed }) {
    const read = () => db.query(readsStatement).then(([state]) => state);
    let begun = await read().catch(() => undefined);
    const isRead = async () => {
      const state = await read().catch(() => undefined);
      begun ??= state;
      return begun !== undefined && state !== undefined && state.calls - begun.calls >= state.lines;
    };
    return waitUntil('the reconciliation has read every line', isRead, { limitMs: speed.limitMs(roundLimitMs) }).then(
      () => true,
      () => false,
    );
  },
};

/** Faults of the payment provider and the tax authority. */
export const partnerFaults: readonly Fault[] = [
  partnerFault('the partners too slow', { fault: 'slow', ms: 700, times: 'always' }),
  partnerFault('the partners failing before the effect', { fault: 'error-before', times: 10 }),
  partnerFault('the partners failing after the effect', { fault: 'error-after', times: 10 }),
  partnerFault('the partners dropping their response', { fault: 'drop-after', times: 10 }),
  partnerFault('the partners unavailable', { fault: 'unavailable', times: 'always' }),
];
