import { unprocessableRequest } from '@linework/problem-details/make-problem';
import { findReceiptViolations } from '@linework/tax-documents/find-receipt-violations';
import type { RuleViolation } from '@linework/tax-documents/rules/rule';
import type { ReceiptContent } from './receipt-content.ts';

/**
 * Raises 422 with everything that keeps a draft of model 62 from becoming an NFCom. The other models are not checked.
 */
export function assertValidContent(content: ReceiptContent): void {
  if (content.documentModel !== '62') return;
  const violations = findReceiptViolations({ ...content, issue: null, authorisation: null, cancellation: null });
  const contentViolations = violations.filter(({ path }) => path !== 'issue');
  if (contentViolations.length > 0) throw invalidReceipt(contentViolations);
}

/** The 422 of those errors; when the customer's address is missing, its code says so. */
export function invalidReceipt(violations: readonly RuleViolation[]) {
  const isAddressMissing = violations.some(({ path }) => path === 'customer.address');
  const errors = violations.map(({ path, message }) => ({ detail: `\`${path}\` ${message}.` }));
  if (isAddressMissing)
    return unprocessableRequest('The holder has no address. A receipt of model 62 needs one.', {
      code: 'customer-address-missing',
      errors,
    });
  return unprocessableRequest('No receipt can be built from this content.', { code: 'not-a-tax-receipt', errors });
}
