import type { PortOutResponse } from '@linework/partners/clearing-house';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import type { PortabilityDeps } from '../portability-deps.ts';
import { type DuePortOut, movePortOut, schedulePortOutRetry } from './due-port-outs.ts';

const notCancelledDetail = 'The clearing house has not cancelled it.';

/**
 * Cancels a port-out at the clearing house. If the clearing house has cancelled it, or does not know it, it becomes
 * CANCELLED here. If the clearing house refuses, it continues at its window. Without a response the port-out stays as
 * it is and is checked again.
 */
export async function cancelPortOutAtClearingHouse(
  deps: PortabilityDeps,
  portOut: DuePortOut,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const response = await fetchCancelResponse(deps, portOut, signal);
  if (response === undefined || response.status === 'CANCELLED')
    return void (await movePortOut(db, portOut, { to: 'CANCELLED' }));
  if (response.status === 'CANCELLING')
    return schedulePortOutRetry(db, portOut, 'The clearing house has not answered yet.');
  await movePortOut(db, portOut, { to: 'PENDING', reason: notCancelledDetail });
}

/** Each cancel request has its own key. A call whose response was lost is looked up before it is made again. */
async function fetchCancelResponse(
  { clearingHouse }: PortabilityDeps,
  portOut: DuePortOut,
  signal: AbortSignal,
): Promise<PortOutResponse | undefined> {
  const { id, ticket, msisdn, attempt, cancelRequestedAt } = portOut;
  const find = () => clearingHouse.findPortOut(ticket, signal);
  const existing = attempt > 1 ? await find() : undefined;
  if (existing && existing.status !== 'AGREED') return existing;
  const cancel = () =>
    clearingHouse.cancelPortOut({ key: `${id}:cancel:${cancelRequestedAt?.getTime()}`, signal }, { ticket, msisdn });
  return callOrFind<PortOutResponse | undefined>(cancel, find, () => undefined);
}
