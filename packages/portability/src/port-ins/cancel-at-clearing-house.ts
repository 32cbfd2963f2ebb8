import type { BilheteResponse } from '@linework/partners/clearing-house';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import type { PortabilityDeps } from '../portability-deps.ts';
import type { DuePortIn } from './due-port-ins.ts';
import { recordPortIn } from './record-port-in.ts';

const tooLateDetail = 'The clearing house has not cancelled it.';

/**
 * Cancels a port-in at the clearing house. If the clearing house has ended it, it becomes CANCELLED here; if it is too
 * late, it continues. An unknown port-in becomes CANCELLED once no request for it can still be in flight.
 */
export async function cancelAtClearingHouse(
  { db, clearingHouse }: PortabilityDeps,
  portIn: DuePortIn,
  signal: AbortSignal,
): Promise<void> {
  const { id, revision, ticket, mayStillArrive } = portIn;
  const find = () => clearingHouse.findBilhete(id, signal);
  const cancel = () => clearingHouse.cancel({ key: `${id}:cancel:${revision}`, signal }, id);
  const existing = ticket === null ? await find() : 'has-ticket';
  if (existing === undefined && mayStillArrive)
    return void (await recordPortIn(db, portIn, { status: 'CANCELLING', retryIn: 1 }));
  const response =
    existing === undefined ? undefined : await callOrFind<BilheteResponse | undefined>(cancel, find, () => undefined);
  if (hasEnded(response))
    return void (await recordPortIn(db, portIn, { status: 'CANCELLED', ticket: response?.ticket }));
  await recordPortIn(db, portIn, {
    status: 'PENDING',
    ticket: response.ticket,
    isSubmitted: true,
    reasonDetail: tooLateDetail,
    retryIn: 0,
  });
}

function hasEnded(
  response: BilheteResponse | undefined,
): response is undefined | (BilheteResponse & { status: 'CANCELLED' | 'REJECTED' }) {
  return response === undefined || response.status === 'CANCELLED' || response.status === 'REJECTED';
}
