import { PassingFault } from '../faults.ts';
import type { Partners } from './partners.ts';

const away = (): Promise<never> => Promise.reject(new PassingFault('away', 'There is nobody to ask.'));

/** Partners that never answer: what is asked of them waits until there are others. */
export const awayPartners: Partners = {
  paymentProvider: {
    registerMethod: away,
    findMethod: away,
    removeMethod: away,
    charge: away,
    findPayment: away,
    cancelPayment: away,
    refund: away,
    findRefund: away,
    cancelRefund: away,
  },
  taxAuthority: { authorise: away, registerCancellation: away, findReceipt: away },
  clearingHouse: {
    request: away,
    correct: away,
    cancel: away,
    confirm: away,
    findBilhete: away,
    confirmPortOut: away,
    cancelPortOut: away,
    findPortOut: away,
  },
};
