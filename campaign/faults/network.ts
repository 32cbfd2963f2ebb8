import { setTimeout as sleep } from 'node:timers/promises';
import type { NetworkFault } from '@linework/testing/network-simulator-client';
import type { PartnerFault } from '@linework/testing/partner-simulator-client';
import type { Fault } from './fault.ts';

/** For a while, or until it has struck as often as it says. */
const ordered = (name: string, order: NetworkFault, forMs = 1_000): Fault => ({
  name,
  async inflict({ network }) {
    const id = await network.orderFault(order);
    await sleep(forMs);
    const { struck } = await network.fault(id);
    await network.removeFault(id);
    return struck > 0;
  },
});

export const networkFaults: readonly Fault[] = [
  ordered('the network slow', { fault: 'slow', ms: 150, times: 'always' }),
  // Longer than a step may take, and shorter than a lease.
  ordered('the network too slow', { fault: 'slow', ms: 600, times: 6 }),
  ordered('the network failing before it acts', { fault: 'error-before', times: 15 }),
  ordered('the network failing after it acted', { fault: 'error-after', times: 15 }),
  ordered('the network dropping its answer', { fault: 'drop-after', times: 15 }),
  ordered('the network refusing for good', { fault: 'refuse', code: 'told-to', times: 12 }),
  ordered('the network refusing an undo', { fault: 'refuse', code: 'told-to', times: 2, match: { keySuffix: 'undo' } }, 3_000),
  ordered('the network away', { fault: 'away', times: 'always' }, 2_000),
];

const ofPartners = (name: string, order: PartnerFault, forMs = 1_500): Fault => ({
  name,
  async inflict({ partners }) {
    const id = await partners.orderFault(order);
    await sleep(forMs);
    const { struck } = await partners.fault(id);
    await partners.removeFault(id);
    return struck > 0;
  },
});

/** Of the payment provider and the tax authority. */
export const partnerFaults: readonly Fault[] = [
  ofPartners('the partners too slow', { fault: 'slow', ms: 700, times: 'always' }),
  ofPartners('the partners failing before they act', { fault: 'error-before', times: 10 }),
  ofPartners('the partners failing after they acted', { fault: 'error-after', times: 10 }),
  ofPartners('the partners dropping their answer', { fault: 'drop-after', times: 10 }),
  ofPartners('the partners away', { fault: 'away', times: 'always' }),
];
