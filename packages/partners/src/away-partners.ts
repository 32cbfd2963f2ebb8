import { TransientError } from '@linework/engine/model/system-errors';
import type { Partners } from './partners.ts';

const rejectAsAway = (): Promise<never> => Promise.reject(new TransientError('away', 'No partner is configured.'));

/** Partners that never respond: calls to them wait until real partners are configured. @internal */
export const awayPartners: Partners = {
  paymentProvider: {
    registerMethod: rejectAsAway,
    findMethod: rejectAsAway,
    removeMethod: rejectAsAway,
    charge: rejectAsAway,
    findPayment: rejectAsAway,
    cancelPayment: rejectAsAway,
    refund: rejectAsAway,
    findRefund: rejectAsAway,
    cancelRefund: rejectAsAway,
  },
  taxAuthority: { authorise: rejectAsAway, registerCancellation: rejectAsAway, findReceipt: rejectAsAway },
  clearingHouse: {
    request: rejectAsAway,
    correct: rejectAsAway,
    cancel: rejectAsAway,
    confirm: rejectAsAway,
    findBilhete: rejectAsAway,
    confirmPortOut: rejectAsAway,
    cancelPortOut: rejectAsAway,
    findPortOut: rejectAsAway,
  },
};
