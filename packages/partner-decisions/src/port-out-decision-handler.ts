import { movePortOut, portOutCall, readPortOut } from '@linework/portability/port-outs/due-port-outs';
import { portOutLifecycle } from '@linework/schemas/lifecycles/port-out.lifecycle';
import type { DecisionHandler } from './decision-handler.ts';

const decisionReason = 'An operator decided it without a response of the clearing house.';
const decidableStatuses = ['COMPLETED', 'ERROR', 'CANCELLED', 'PENDING'] as const;

/**
 * A port-out counts as confirmed to the clearing house, or as failed. A port-out that is being cancelled counts as
 * cancelled, or continues.
 */
export const portOutDecisionHandler: DecisionHandler = {
  call: portOutCall,
  listAllowedStatuses: async (tx, id) => {
    const portOut = await readPortOut(tx, id);
    return decidableStatuses.filter((status) => portOut && portOutLifecycle.canMove(portOut.status, status));
  },
  decide: async (tx, { recordId, decision }) => {
    const portOut = await readPortOut(tx, recordId);
    return (
      portOut !== undefined &&
      movePortOut(tx, portOut, { to: decision.status as (typeof decidableStatuses)[number], reason: decisionReason })
    );
  },
};
