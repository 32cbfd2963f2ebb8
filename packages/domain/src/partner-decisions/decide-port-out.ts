import { portOutLifecycle } from '@linework/schemas/portability/port-out.lifecycle';
import { movePortOut, readPortOut } from '../portability/due-port-outs.ts';
import type { Decider } from './decider.ts';

const why = 'An operator decided it without an answer of the clearing house.';
const decidable = ['COMPLETED', 'ERROR', 'CANCELLED', 'PENDING'] as const;

/** A port-out counts as told to the clearing house, or as failed. One that is being cancelled counts as cancelled, or goes on. */
export const portOutDecider: Decider = {
  table: 'port_out',
  possible: async (tx, id) => {
    const portOut = await readPortOut(tx, id);
    return decidable.filter((status) => portOut && portOutLifecycle.mayMove(portOut.status, status));
  },
  decide: async (tx, { recordId, decision }) => {
    const portOut = await readPortOut(tx, recordId);
    return portOut !== undefined && movePortOut(tx, portOut, { to: decision.status as (typeof decidable)[number], why });
  },
};
