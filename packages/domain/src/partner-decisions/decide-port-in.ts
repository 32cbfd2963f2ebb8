import { keepNumber, withdrawNumber } from '../inventory/ported-number.ts';
import { fateOfOrder } from '../orders/fate-of-order.ts';
import { readPortIn } from '../portability/due-port-ins.ts';
import { recordPortIn } from '../portability/record-port-in.ts';
import type { Decider } from './decider.ts';

const reasonDetail = 'An operator ended it without an answer of the clearing house.';

/**
 * A port-in without an answer ends without the number: in ERROR, or CANCELLED where that was asked for. One whose order has brought the number into
 * service lacks only the confirmation of the clearing house, and may become ACTIVE.
 */
export const portInDecider: Decider = {
  table: 'port_in',
  possible: async (tx, id) => {
    const portIn = await readPortIn(tx, id);
    if (portIn?.status === 'CANCELLING') return ['CANCELLED', 'ERROR'];
    if (portIn?.status === 'PENDING' && portIn.orderId !== null && (await fateOfOrder(tx, portIn.orderId)) === 'completed') return ['ACTIVE', 'ERROR'];
    return portIn && ['REQUESTED', 'PENDING', 'CONFLICT'].includes(portIn.status) ? ['ERROR'] : [];
  },
  decide: async (tx, { recordId, keyId, decision }) => {
    const portIn = await readPortIn(tx, recordId);
    if (!portIn) return false;
    const status = decision.status as 'ACTIVE' | 'ERROR' | 'CANCELLED';
    const ended = await recordPortIn(tx, portIn, { status, ...(status !== 'ACTIVE' && { reasonDetail }) });
    const number = { portInId: recordId, msisdn: portIn.msisdn, orderId: portIn.orderId, keyId };
    if (ended) await (status === 'ACTIVE' ? keepNumber : withdrawNumber)(tx, number);
    return ended;
  },
};
