import { resolveOrderOutcome } from '@linework/engine/commands/resolve-order-outcome';
import { reachCrashPoint } from '@linework/engine/model/crash-points';
import { PermanentError } from '@linework/engine/model/system-errors';
import { confirmPortedInNumber, findPortedInState } from '@linework/inventory/line-resources/ported-number';
import { callOrFind } from '@linework/partners/durable-call/call-or-find';
import type { PortabilityDeps } from '../portability-deps.ts';
import { abandonPortIn } from './abandon-port-in.ts';
import type { DuePortIn } from './due-port-ins.ts';
import { recordPortIn } from './record-port-in.ts';

/** A failed order waits for a person, so it is not checked all the time until then. */
const retryAfterSeconds = { open: 2, unresolved: 60, unsuccessful: 60 };

const orderFailedDetail =
  'The order that was to assign the number was undone or closed, or was superseded by another order.';

/**
 * Checks the order that assigns the number. When it is COMPLETED, the port-in is confirmed to the clearing house. The
 * port-in is abandoned when the order, or its successor, has released or withdrawn the number, or keeps the number and
 * can never continue. It waits for any other order, also for a failed one: an operator may retry it.
 */
export async function trackOrder(
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
