import { inDebt, type OrderStatus } from '@linework/schemas/orders/order.lifecycle';
import { Refusal } from '../faults.ts';
import { cameBack, keepNumber } from '../inventory/ported-number.ts';
import { crashPoint } from '../orders/crash-points.ts';
import { statusOfOrder } from '../orders/status-of-order.ts';
import type { DuePortIn } from './due-port-ins.ts';
import { giveUp } from './give-up.ts';
import type { PortabilityDeps } from './portability-deps.ts';
import { recordPortIn } from './record-port-in.ts';

const againAfterSeconds = 2;
/** An order in debt waits for a person: it is not looked at all the time until then. */
const inDebtAgainAfterSeconds = 60;

/**
 * Sees how far the order is that brings the number: COMPLETED, the clearing house is told that the number is in service here.
 * Where the order has given the number back, or another has for it, the port-in is given up. Any other it waits for, an order
 * at rest with a debt too: somebody may retry it.
 */
export async function followOrder(deps: PortabilityDeps, portIn: DuePortIn & { readonly orderId: string }, signal: AbortSignal): Promise<void> {
  const { db } = deps;
  const { id, msisdn, orderId } = portIn;
  const order = await statusOfOrder(db, orderId);
  if (order === 'COMPLETED') return confirm(deps, portIn, signal);
  if (await cameBack(db, { portInId: id, msisdn })) return giveUp(deps, portIn, signal, { reasonDetail: 'The order that was to bring the number was undone.' });
  await recordPortIn(db, portIn, { status: 'PENDING', again: isInDebt(order) ? inDebtAgainAfterSeconds : againAfterSeconds });
}

const isInDebt = (order: OrderStatus | undefined) => (inDebt as readonly (OrderStatus | undefined)[]).includes(order);

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
