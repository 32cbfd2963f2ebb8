import { impossibleRequest } from '@linework/problem-details/make-problem';
import type { Fault } from '@linework/tax-documents/faults/rule';
import { findFaults } from '@linework/tax-documents/find-faults';
import type { ReceiptContent } from './receipt-content.ts';

/** Raises 422 with everything that keeps a draft of model 62 from becoming an NFCom. Of the others nothing is asked. */
export function refuseContent(content: ReceiptContent): void {
  if (content.documentModel !== '62') return;
  const faults = findFaults({ ...content, issue: null, authorisation: null, cancellation: null });
  const others = faults.filter(({ path }) => path !== 'issue');
  if (others.length > 0) throw notAReceipt(others);
}

/** The 422 of those faults; where the customer's address is missing, its code says so. */
export function notAReceipt(faults: readonly Fault[]) {
  const isAddressMissing = faults.some(({ path }) => path === 'customer.address');
  const errors = faults.map(({ path, message }) => ({ detail: `\`${path}\` ${message}.` }));
  if (isAddressMissing) return impossibleRequest('The holder has no address, which a receipt of model 62 needs.', { code: 'customer-address-missing', errors });
  return impossibleRequest('No receipt can be made of this.', { code: 'not-a-tax-receipt', errors });
}
