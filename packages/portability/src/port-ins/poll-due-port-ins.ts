import { resolveOrderOutcome } from '@linework/engine/commands/resolve-order-outcome';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { PermanentError } from '@linework/engine/model/system-errors';
import { confirmPortedInNumber, findPortedInState } from '@linework/inventory/line-resources/ported-number';
import type { BilheteResponse } from '@linework/partners/clearing-house';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import { makeDueCalls } from '@linework/partners/durable-call/make-due-calls';
import type { PortabilityDeps } from '../portability-deps.ts';
import { abandonPortIn } from './abandon-port-in.ts';
import { acquireDuePortIns, type DuePortIn, portInCall } from './due-port-ins.ts';
import { recordPortIn } from './record-port-in.ts';
import { submitPortIn } from './submit-port-in.ts';

/** A failed order waits for a person, so it is not checked all the time until then. */
const retryAfterSeconds = { open: 2, unresolved: 60, unsuccessful: 60 };

const orderFailedDetail =
  'The order that was to assign the number was undone or closed, or was superseded by another order.';

/**
 * Checks the order that assigns the number. When it is COMPLETED, the port-in is confirmed to the clearing house. The
 * port-in is abandoned when the order, or its successor, has released or withdrawn the number, or keeps the number and
 * can never continue. It waits for any other order, also for a failed one: an operator may retry it.
 */
async function trackOrder(
  deps: PortabilityDeps,
  portIn: DuePortIn & { readonly orderId: string },
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const { id, msisdn, orderId } = portIn;
  const outcome = await resolveOrderOutcome(db, orderId);
  if (outcome === 'completed') return confirmPortIn(deps, portIn, signal);
  const numberLocation = await findPortedInState(db, { portInId: id, msisdn, orderId });
  if (numberLocation === 'unused' || (numberLocation === 'claimed' && outcome === 'unsuccessful'))
    return abandonPortIn(deps, portIn, signal, { reasonDetail: orderFailedDetail });
  await recordPortIn(db, portIn, { status: 'PENDING', retryIn: retryAfterSeconds[outcome] });
}

async function confirmPortIn(
  { db, clearingHouse }: PortabilityDeps,
  portIn: DuePortIn,
  signal: AbortSignal,
): Promise<void> {
  const { id, msisdn } = portIn;
  const { status } = await callOrFind<{ readonly status: string }>(
    () => clearingHouse.confirm({ key: `${id}:confirm`, signal }, id),
    () => clearingHouse.findBilhete(id, signal),
    () => ({ status: 'unknown' }),
  );
  reachCrashPoint('after-clearing-house');
  if (status !== 'PORTED')
    throw new PermanentError(
      'not-ported',
      `The clearing house has this bilhete as ${status} although its number is in service here.`,
    );
  await db.transaction(async (tx) => {
    if (await recordPortIn(tx, portIn, { status: 'ACTIVE' })) await confirmPortedInNumber(tx, { portInId: id, msisdn });
  });
}

const tooLateDetail = 'The clearing house has not cancelled it.';

/**
 * Cancels a port-in at the clearing house. If the clearing house has ended it, it becomes CANCELLED here; if it is too
 * late, it continues. An unknown port-in becomes CANCELLED once no request for it can still be in flight.
 */
async function cancelAtClearingHouse(
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
