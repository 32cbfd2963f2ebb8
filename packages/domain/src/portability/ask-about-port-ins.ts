import { askEachDue } from '../partners/ask-each-due.ts';
import { callOff } from './call-off.ts';
import { type DuePortIn, putOffPortIn, takeDuePortIns } from './due-port-ins.ts';
import { followOrder } from './follow-order.ts';
import type { PortabilityDeps } from './portability-deps.ts';
import { putForward } from './put-forward.ts';

/**
 * Takes port-ins that are due as far as they go: puts them before the clearing house, asks what became of them, brings their
 * numbers at the window, and tells that they are here. Calls are made outside transactions, under the port-in's id. Answers
 * how many it looked at.
 */
export function askAboutPortIns(deps: PortabilityDeps): Promise<number> {
  const { db, log } = deps;
  return askEachDue({
    take: (most) => takeDuePortIns(db, most),
    ask: (portIn, signal) => askAbout(deps, portIn, signal),
    putOff: (portIn) => putOffPortIn(db, portIn),
    log,
    what: 'port-in',
    db,
    answerLimitMs: deps.answerLimitMs,
  });
}

function askAbout(deps: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<void> {
  if (portIn.status === 'CANCELLING') return callOff(deps, portIn, signal);
  return portIn.orderId === null ? putForward(deps, portIn, signal) : followOrder(deps, { ...portIn, orderId: portIn.orderId }, signal);
}
