import { PermanentError } from '@linework/engine/model/system-errors';
import { withdrawPortedInNumber } from '@linework/inventory/line-resources/ported-number';
import type { PortabilityDeps } from '../portability-deps.ts';
import type { DuePortIn } from './due-port-ins.ts';
import { recordPortIn } from './record-port-in.ts';

/** Why a port-in ends without the number. */
export interface AbandonReason {
  readonly reasonCode?: string;
  readonly reasonDetail: string;
}

/**
 * Ends a port-in here that is still open at the clearing house, and cancels it there, so that the number stays with its
 * donor. A number that was already imported is withdrawn, also from the claim of its order.
 */
export async function abandonPortIn(
  { db, clearingHouse }: PortabilityDeps,
  portIn: DuePortIn,
  signal: AbortSignal,
  reason: AbandonReason,
): Promise<void> {
  const { id, msisdn, orderId, keyId } = portIn;
  await clearingHouse.cancel({ key: `${id}:give-up`, signal }, id).catch(ignorePermanentError);
  await db.transaction(async (tx) => {
    const ended = await recordPortIn(tx, portIn, { status: 'ERROR', ...reason });
    if (ended) await withdrawPortedInNumber(tx, { portInId: id, msisdn, orderId, keyId });
  });
}

/** The clearing house never knew it, or has ended it too. */
function ignorePermanentError(error: unknown): void {
  if (!(error instanceof PermanentError)) throw error;
}
