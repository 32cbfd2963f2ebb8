import { impossibleValues } from '@linework/problem-details/make-problem';
import { addressRules, issuerRules } from '@linework/tax-documents/faults/party-rules';
import { broken } from '@linework/tax-documents/faults/rule';
import type { Issuer } from '@linework/tax-documents/receipt';

/** Raises 422 with everything that keeps a company from issuing an NFCom, so that it is not found out at the first receipt. */
export function refuseIssuer(issuer: Issuer): void {
  const faults = [...broken(issuerRules, issuer, ''), ...broken(addressRules, issuer.address, 'address')];
  if (faults.length === 0) return;
  const errors = faults.map(({ path, message }) => ({ detail: message, pointer: `/${path.replaceAll('.', '/')}` }));
  throw impossibleValues(errors, { code: 'not-an-issuer' });
}
