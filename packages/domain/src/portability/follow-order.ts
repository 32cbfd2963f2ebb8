import { Refusal } from '../faults.ts';
import { keepNumber, whereIsNumber } from '../inventory/ported-number.ts';
import { crashPoint } from '../orders/crash-points.ts';
import { fateOfOrder } from '../orders/fate-of-order.ts';
import type { DuePortIn } from './due-port-ins.ts';
import { giveUp } from './give-up.ts';
import type { PortabilityDeps } from './portability-deps.ts';
import { recordPortIn } from './record-port-in.ts';

/** An order in debt waits for a person: it is not looked at all the time until then. */
const againAfterSeconds = { 'at-work': 2, 'in-debt': 60, over: 60 };

const inVain = 'The order that was to bring the number was undone or closed, or another has taken its place.';

/**
 * Sees how far the order is that brings the number: COMPLETED, the clearing house is told that the number is in service here.
 * Where the order has given the number back or, closed, held it back, or another has for it, the port-in is given up; and so it is
 * where the order keeps the number and nobody can go on with it any more. Any other it waits for, an order at rest with a debt too:
 * somebody may retry it.
 */
export async function followOrder(deps: PortabilityDeps, portIn: DuePortIn & { readonly orderId: string }, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const { id, msisdn, orderId } = portIn;
  const fate = await fateOfOrder(db, orderId);
  if (fate === 'completed') return confirm(deps, portIn, signal);
  const number = await whereIsNumber(db, { portInId: id, msisdn, orderId });
  if (number === 'unused' || (number === 'claimed' && fate === 'over')) return giveUp(deps, portIn, signal, { reasonDetail: inVain });
  await recordPortIn(db, portIn, { status: 'PENDING', again: againAfterSeconds[fate] });
}

async function confirm({ db, clearingHouse }: PortabilityDeps, portIn: DuePortIn, signal: AbortSignal): Promise<void> {
  const { id, msisdn } = portIn;
  const { status } = await clearingHouse.confirm({ key: `${id}:confirm`, signal }, id).catch(asItStands);
  crashPoint('after-clearing-house');
  if (status !== 'PORTED') throw new Refusal('not-ported', `The clearing house has this bilhete as ${status} although its number is in service here.`);
  await db.transaction(async (tx) => {
    if (await recordPortIn(tx, portIn, { status: 'ACTIVE' })) await keepNumber(tx, { portInId: id, msisdn });
  });

  async function asItStands(error: unknown) {
    if (!(error instanceof Refusal)) throw error;
    return (await clearingHouse.findBilhete(id, signal)) ?? ({ status: 'unknown' } as const);
  }
}
