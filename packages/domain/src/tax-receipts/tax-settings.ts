import type { Receipt } from '@linework/tax-documents/receipt';
import type { Signer } from '@linework/tax-documents/sign-xml';

/** Under which receipts are issued. */
export interface TaxSettings {
  readonly environment: Receipt['environment'];
  /** Whose signature they bear. */
  readonly signer: Signer;
  /** For how long a receipt is left to who asks the authority about it; longer than any answer takes. */
  readonly leaseMs: number;
}

/** Where the public looks receipts up: the authority that most states share (SVRS). Those with one of their own are told apart nowhere yet. */
export const consultUrl = 'https://dfe-portal.svrs.rs.gov.br/NFCom/QRCode';

/** What issues them, as they say. */
export const issuingProgram = 'Linework 1.0';
