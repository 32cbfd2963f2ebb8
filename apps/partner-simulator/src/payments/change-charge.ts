import { RejectedCall } from '@linework/simulator/rejected-call';
import type { Simulator } from '../open-simulator.ts';
import { unknownRecord } from '../respond-to-call.ts';
import { runLater } from '../run-later.ts';
import type { Charge } from './charge.ts';

interface ChargeMove {
  readonly from: readonly Charge['status'][];
  readonly to: Charge['status'];
  readonly reason?: string;
}

/** The statuses that a charge can reach after its first response. */
export const chargeCommands = {
  authorise: { from: ['PENDING'], to: 'AUTHORIZED' },
  settle: { from: ['PENDING', 'AUTHORIZED'], to: 'CONFIRMED' },
  decline: { from: ['PENDING', 'AUTHORIZED'], to: 'FAILED', reason: 'INSUFFICIENT_FUNDS' },
  refund: { from: ['CONFIRMED'], to: 'REFUNDED' },
  'charge-back': { from: ['CONFIRMED'], to: 'CHARGED_BACK', reason: 'DISPUTED_BY_HOLDER' },
} as const satisfies Record<string, ChargeMove>;
export type ChargeCommand = keyof typeof chargeCommands;

/** Changes a charge and notifies Linework that something has changed. */
export function changeCharge(
  { store, webhooks }: Simulator,
  id: string,
  command: ChargeCommand,
  givenReason?: string,
): Charge {
  const found = store.find('charge', id);
  if (!found) throw unknownRecord();
  const { from, to, reason }: ChargeMove = chargeCommands[command];
  if (!from.includes(found.status)) throw new RejectedCall(409, 'not-now', `This payment is ${found.status}.`);
  const { settlesAt: _, ...kept } = found;
  const record = { ...kept, status: to, reason: givenReason ?? reason };
  store.record({ operation: command, record });
  webhooks.notify('/payments/notifications', { paymentId: id });
  return record;
}

/** Settles a charge that was only authorised, after its delay, if nothing else has changed it. */
export function settleChargeLater(simulator: Simulator, { id, settlesAt }: Charge): void {
  runLater(simulator, settlesAt, () => {
    if (simulator.store.find('charge', id)?.status === 'AUTHORIZED') changeCharge(simulator, id, 'settle');
  });
}
