import { TransientError } from '@linework/engine/model/system-errors';
import type { Partners } from './partners.ts';

const rejectAsUnavailable = (): Promise<never> =>
  Promise.reject(new TransientError('unavailable', 'No partner is configured.'));

/** Partners that never respond: calls to them wait until real partners are configured. @internal */
export const unavailablePartners: Partners = {
  paymentProvider: {
    registerMethod: rejectAsUnavailable,
    findMethod: rejectAsUnavailable,
    removeMethod: rejectAsUnavailable,
    charge: rejectAsUnavailable,
    findPayment: rejectAsUnavailable,
    cancelPayment: rejectAsUnavailable,
    refund: rejectAsUnavailable,
    findRefund: rejectAsUnavailable,
    cancelRefund: rejectAsUnavailable,
  },
  taxAuthority: {
    authorise: rejectAsUnavailable,
    registerCancellation: rejectAsUnavailable,
    findReceipt: rejectAsUnavailable,
  },
  clearingHouse: {
    request: rejectAsUnavailable,
    correct: rejectAsUnavailable,
    cancel: rejectAsUnavailable,
    confirm: rejectAsUnavailable,
    findBilhete: rejectAsUnavailable,
    confirmPortOut: rejectAsUnavailable,
    cancelPortOut: rejectAsUnavailable,
    findPortOut: rejectAsUnavailable,
  },
};
