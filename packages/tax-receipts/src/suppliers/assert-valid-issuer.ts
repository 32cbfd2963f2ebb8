import { unprocessableValues } from '@linework/problem-details/make-problem';
import type { Issuer } from '@linework/tax-documents/model/receipt';
import { addressRules, issuerRules } from '@linework/tax-documents/rules/party-rules';
import { findRuleViolations } from '@linework/tax-documents/rules/rule';

/**
 * Raises 422 with everything that keeps a company from issuing an NFCom, so that the errors show before the first
 * receipt.
 */
export function assertValidIssuer(issuer: Issuer): void {
  const violations = [
    ...findRuleViolations(issuerRules, issuer, ''),
    ...findRuleViolations(addressRules, issuer.address, 'address'),
  ];
  if (violations.length === 0) return;
  const errors = violations.map(({ path, message }) => ({ detail: message, pointer: `/${path.replaceAll('.', '/')}` }));
  throw unprocessableValues(errors, { code: 'not-an-issuer' });
}
