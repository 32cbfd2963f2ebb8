import type { TaxSettings } from '@linework/domain/tax-receipts/tax-settings';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';

let made: TaxSettings['signer'] | undefined;

/** Receipts for trial, signed with one certificate for all the tests of a file: a key takes a while to make, and most tests need none. */
export const testTaxSettings: TaxSettings = {
  environment: 'TRIAL',
  leaseMs: 20_000,
  get signer() {
    made ??= createSelfSignedCertificate('Linework tests', { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2036-01-01T00:00:00Z') });
    return made;
  },
};
