import { Refusal } from '../faults.ts';
import type { PortOutAnswer } from '../partners/clearing-house.ts';
import { type DuePortOut, movePortOut, portOutWaits } from './due-port-outs.ts';
import type { PortabilityDeps } from './portability-deps.ts';

const notCancelled = 'The clearing house has not cancelled it.';

/**
 * Has the clearing house cancel a port-out. What it has cancelled, or does not know, is CANCELLED here; what it refuses goes on at its
 * window; while it has not answered, the port-out stays as it is and is looked at again.
 */
export async function askToCancelPortOut(deps: PortabilityDeps, portOut: DuePortOut, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const answer = await answerOf(deps, portOut, signal);
  if (answer === undefined || answer.status === 'CANCELLED') return void (await movePortOut(db, portOut, { to: 'CANCELLED' }));
  if (answer.status === 'CANCELLING') return portOutWaits(db, portOut, 'The clearing house has not answered yet.');
  await movePortOut(db, portOut, { to: 'PENDING', why: notCancelled });
}

/** Each wish to cancel has a key of its own. A call whose answer was lost is looked up before it is made again. */
async function answerOf({ clearingHouse }: PortabilityDeps, portOut: DuePortOut, signal: AbortSignal): Promise<PortOutAnswer | undefined> {
  const { id, ticket, msisdn, attempt, cancelAskedAt } = portOut;
  const find = () => clearingHouse.findPortOut(ticket, signal);
  const known = attempt > 1 ? await find() : undefined;
  if (known && known.status !== 'AGREED') return known;
  return clearingHouse.cancelPortOut({ key: `${id}:cancel:${cancelAskedAt?.getTime()}`, signal }, { ticket, msisdn }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    return find();
  });
}
