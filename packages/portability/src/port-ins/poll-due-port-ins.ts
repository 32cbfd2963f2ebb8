import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import type { PortabilityDeps } from '../portability-deps.ts';
import { cancelAtClearingHouse } from './cancel-at-clearing-house.ts';
import { acquireDuePortIns, type DuePortIn, portInCall } from './due-port-ins.ts';
import { submitPortIn } from './submit-port-in.ts';
import { trackOrder } from './track-order.ts';

/**
 * Processes due port-ins as far as possible: submits them to the clearing house, queries their state, starts the order
 * at the window, and confirms that the number is in service. Calls are made outside transactions, with the port-in's id
 * as key. Returns how many were processed.
 */
export function pollDuePortIns(deps: PortabilityDeps): Promise<number> {
  return makeDueCalls(deps, {
    call: portInCall,
    acquire: acquireDuePortIns,
    make: (portIn, signal) => processPortIn(deps, portIn, signal),
  });
}

function processPortIn(deps: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<void> {
  if (portIn.status === 'CANCELLING') return cancelAtClearingHouse(deps, portIn, signal);
  return portIn.orderId === null
    ? submitPortIn(deps, portIn, signal)
    : trackOrder(deps, { ...portIn, orderId: portIn.orderId }, signal);
}
