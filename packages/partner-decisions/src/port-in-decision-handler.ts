import type { Db } from '@linework/db/db';
import { resolveOrderOutcome } from '@linework/engine/commands/resolve-order-outcome';
import {
  confirmPortedInNumber,
  findPortedInState,
  withdrawPortedInNumber,
} from '@linework/inventory/line-resources/ported-number';
import { portInCall, readPortIn, type StoredPortIn } from '@linework/portability/port-ins/due-port-ins';
import { recordPortIn } from '@linework/portability/port-ins/record-port-in';
import type { DecisionHandler } from './decision-handler.ts';

const reasonDetail = 'An operator ended it without a response of the clearing house.';

type DecidableStatus = 'ACTIVE' | 'ERROR' | 'CANCELLED';

/**
 * A port-in without a response becomes ACTIVE when its order has assigned the number to its line. Otherwise it ends
 * without the number: in ERROR, or in CANCELLED if a cancel was requested.
 */
export const portInDecisionHandler: DecisionHandler = {
  call: portInCall,
  listAllowedStatuses: async (tx, id) => {
    const portIn = await readPortIn(tx, id);
    if (portIn?.status === 'CANCELLING') return ['CANCELLED', 'ERROR'];
    if (!portIn || !['REQUESTED', 'PENDING', 'CONFLICT'].includes(portIn.status)) return [];
    return portIn.orderId === null ? ['ERROR'] : listStatusesWithOrder(tx, { ...portIn, orderId: portIn.orderId });
  },
  decide: async (tx, { recordId, keyId, decision }) => {
    const portIn = await readPortIn(tx, recordId);
    const status = decision.status as DecidableStatus;
    if (!portIn || !(await recordPortIn(tx, portIn, { status, ...(status !== 'ACTIVE' && { reasonDetail }) })))
      return false;
    const number = { portInId: recordId, msisdn: portIn.msisdn };
    if (status === 'ACTIVE') await confirmPortedInNumber(tx, number);
    else await withdrawPortedInNumber(tx, { ...number, orderId: portIn.orderId, keyId });
    return true;
  },
};

/**
 * The number must not be withdrawn while an order may still assign it to its line: that order is cancelled or closed
 * first.
 */
async function listStatusesWithOrder(
  tx: Pick<Db, 'query'>,
  { id: portInId, msisdn, orderId }: StoredPortIn & { readonly orderId: string },
): Promise<readonly DecidableStatus[]> {
  const outcome = await resolveOrderOutcome(tx, orderId);
  if (outcome === 'completed') return ['ACTIVE', 'ERROR'];
  return outcome === 'unsuccessful' || (await findPortedInState(tx, { portInId, msisdn, orderId })) === 'unused'
    ? ['ERROR']
    : [];
}
