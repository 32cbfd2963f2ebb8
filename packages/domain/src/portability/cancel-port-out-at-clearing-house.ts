import type { PortOutResponse } from '../partners/clearing-house.ts';
import { PermanentError } from '../system-errors.ts';
import { type DuePortOut, movePortOut, schedulePortOutRetry } from './due-port-outs.ts';
import type { PortabilityDeps } from './portability-deps.ts';

const notCancelledDetail = 'The clearing house has not cancelled it.';

/**
 * Has the clearing house cancel a port-out. What it has cancelled, or does not know, is CANCELLED here; what it refuses goes on at its
 * window; while it has not answered, the port-out stays as it is and is looked at again.
 */
export async function cancelPortOutAtClearingHouse(deps: PortabilityDeps, portOut: DuePortOut, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const response = await fetchCancelResponse(deps, portOut, signal);
  if (response === undefined || response.status === 'CANCELLED') return void (await movePortOut(db, portOut, { to: 'CANCELLED' }));
  if (response.status === 'CANCELLING') return schedulePortOutRetry(db, portOut, 'The clearing house has not answered yet.');
  await movePortOut(db, portOut, { to: 'PENDING', reason: notCancelledDetail });
}

/** Each wish to cancel has a key of its own. A call whose answer was lost is looked up before it is made again. */
async function fetchCancelResponse({ clearingHouse }: PortabilityDeps, portOut: DuePortOut, signal: AbortSignal): Promise<PortOutResponse | undefined> {
  const { id, ticket, msisdn, attempt, cancelRequestedAt } = portOut;
  const find = () => clearingHouse.findPortOut(ticket, signal);
  const existing = attempt > 1 ? await find() : undefined;
  if (existing && existing.status !== 'AGREED') return existing;
  return clearingHouse.cancelPortOut({ key: `${id}:cancel:${cancelRequestedAt?.getTime()}`, signal }, { ticket, msisdn }).catch((error: unknown) => {
    if (!(error instanceof PermanentError)) throw error;
    return find();
  });
}
