import type { Db } from '@linework/db/db';
import { keepNumber, whereIsNumber, withdrawNumber } from '../inventory/ported-number.ts';
import { fateOfOrder } from '../orders/fate-of-order.ts';
import { type DuePortIn, readPortIn } from '../portability/due-port-ins.ts';
import { recordPortIn } from '../portability/record-port-in.ts';
import type { Decider } from './decider.ts';

const reasonDetail = 'An operator ended it without an answer of the clearing house.';

type Decided = 'ACTIVE' | 'ERROR' | 'CANCELLED';

/**
 * A port-in without an answer becomes ACTIVE where its order has brought the number to its line. Else it ends without the number: in
 * ERROR, or CANCELLED where that was asked for.
 */
export const portInDecider: Decider = {
  table: 'port_in',
  possible: async (tx, id) => {
    const portIn = await readPortIn(tx, id);
    if (portIn?.status === 'CANCELLING') return ['CANCELLED', 'ERROR'];
    if (!portIn || !['REQUESTED', 'PENDING', 'CONFLICT'].includes(portIn.status)) return [];
    return portIn.orderId === null ? ['ERROR'] : possibleWithOrder(tx, { ...portIn, orderId: portIn.orderId });
  },
  decide: async (tx, { recordId, keyId, decision }) => {
    const portIn = await readPortIn(tx, recordId);
    const status = decision.status as Decided;
    if (!portIn || !(await recordPortIn(tx, portIn, { status, ...(status !== 'ACTIVE' && { reasonDetail }) }))) return false;
    const number = { portInId: recordId, msisdn: portIn.msisdn };
    if (status === 'ACTIVE') await keepNumber(tx, number);
    else await withdrawNumber(tx, { ...number, orderId: portIn.orderId, keyId });
    return true;
  },
};

/** An order that may still bring the number to its line must not find it withdrawn: it is cancelled or closed first. */
async function possibleWithOrder(
  tx: Pick<Db, 'query'>,
  { id: portInId, msisdn, orderId }: DuePortIn & { readonly orderId: string },
): Promise<readonly Decided[]> {
  const fate = await fateOfOrder(tx, orderId);
  if (fate === 'completed') return ['ACTIVE', 'ERROR'];
  return fate === 'over' || (await whereIsNumber(tx, { portInId, msisdn, orderId })) === 'unused' ? ['ERROR'] : [];
}
