import type { TaxSettings } from '@linework/domain/tax-receipts/tax-settings';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';

let signer: TaxSettings['signer'] | undefined;

/** The settings of trial receipts. The tests of a file share one certificate, which is created on first use, because that takes time. */
export const testTaxSettings: TaxSettings = {
  environment: 'TRIAL',
  leaseMs: 20_000,
  get signer() {
    signer ??= createSelfSignedCertificate('Linework tests', { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2036-01-01T00:00:00Z') });
    return signer;
  },
};
