import { pollDue } from '../partners/poll-due.ts';
import { cancelAtClearingHouse } from './cancel-at-clearing-house.ts';
import { acquireDuePortIns, type DuePortIn, postponePortIn } from './due-port-ins.ts';
import type { PortabilityDeps } from './portability-deps.ts';
import { submitPortIn } from './submit-port-in.ts';
import { trackOrder } from './track-order.ts';

/**
 * Takes port-ins that are due as far as they go: puts them before the clearing house, asks what became of them, brings their
 * numbers at the window, and tells that they are here. Calls are made outside transactions, under the port-in's id. Answers
 * how many it looked at.
 */
export function pollDuePortIns(deps: PortabilityDeps): Promise<number> {
  const { db, log } = deps;
  return pollDue({
    acquire: (limit) => acquireDuePortIns(db, limit),
    poll: (portIn, signal) => processPortIn(deps, portIn, signal),
    postpone: (portIn) => postponePortIn(db, portIn),
    log,
    kind: 'port-in',
    db,
    responseLimitMs: deps.responseLimitMs,
  });
}

function processPortIn(deps: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<void> {
  if (portIn.status === 'CANCELLING') return cancelAtClearingHouse(deps, portIn, signal);
  return portIn.orderId === null ? submitPortIn(deps, portIn, signal) : trackOrder(deps, { ...portIn, orderId: portIn.orderId }, signal);
}
