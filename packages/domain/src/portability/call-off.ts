import { Refusal } from '../faults.ts';
import type { BilheteAnswer } from '../partners/clearing-house.ts';
import type { DuePortIn } from './due-port-ins.ts';
import type { PortabilityDeps } from './portability-deps.ts';
import { recordPortIn } from './record-port-in.ts';

const tooLate = 'The clearing house has not called it off.';

/**
 * Has the clearing house call a port-in off. What it has ended is CANCELLED here; where it is too late it goes on. One that
 * it does not know is CANCELLED once no request for it can be on its way any more.
 */
export async function callOff({ db, clearingHouse }: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<void> {
  const { id, revision, ticket, mayStillArrive } = portIn;
  const known = ticket === null ? await clearingHouse.findBilhete(id, signal) : 'by its ticket';
  if (known === undefined && mayStillArrive) return void (await recordPortIn(db, portIn, { status: 'CANCELLING', again: 1 }));
  const answer = known === undefined ? undefined : await clearingHouse.cancel({ key: `${id}:cancel:${revision}`, signal }, id).catch(asItStands);
  if (isOver(answer)) return void (await recordPortIn(db, portIn, { status: 'CANCELLED', ticket: answer?.ticket }));
  await recordPortIn(db, portIn, { status: 'PENDING', ticket: answer.ticket, isTold: true, reasonDetail: tooLate, again: 0 });

  function asItStands(error: unknown): Promise<BilheteAnswer | undefined> {
    if (!(error instanceof Refusal)) throw error;
    return clearingHouse.findBilhete(id, signal);
  }
}

function isOver(answer: BilheteAnswer | undefined): answer is undefined | (BilheteAnswer & { status: 'CANCELLED' | 'REJECTED' }) {
  return answer === undefined || answer.status === 'CANCELLED' || answer.status === 'REJECTED';
}
