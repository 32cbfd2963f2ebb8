import { withdrawNumber } from '../inventory/ported-number.ts';
import { readPortIn } from '../portability/due-port-ins.ts';
import { recordPortIn } from '../portability/record-port-in.ts';
import type { Decider } from './decider.ts';

const reasonDetail = 'An operator ended it without an answer of the clearing house.';

/** A port-in without an answer ends without the number: in ERROR, or CANCELLED where that was asked for. */
export const portInDecider: Decider = {
  table: 'port_in',
  possible: async (tx, id) => {
    const portIn = await readPortIn(tx, id);
    if (portIn?.status === 'CANCELLING') return ['CANCELLED', 'ERROR'];
    return portIn && ['REQUESTED', 'PENDING', 'CONFLICT'].includes(portIn.status) ? ['ERROR'] : [];
  },
  decide: async (tx, { recordId, keyId, decision }) => {
    const portIn = await readPortIn(tx, recordId);
    if (!portIn) return false;
    const ended = await recordPortIn(tx, portIn, { status: decision.status as 'ERROR' | 'CANCELLED', reasonDetail });
    if (ended) await withdrawNumber(tx, { portInId: recordId, msisdn: portIn.msisdn, orderId: portIn.orderId, keyId });
    return ended;
  },
};
