import type { Receipt } from './model/receipt.ts';
import type { Signer } from './sign-xml.ts';

/** The settings under which receipts are issued. */
export interface TaxSettings {
  readonly environment: Receipt['environment'];
  /** The certificate that signs them. */
  readonly signer: Signer;
  /** The lease of a call to the authority about a receipt; longer than any response takes. */
  readonly leaseMs: number;
}

/**
 * The address where the public looks receipts up: the authority that most states share (SVRS). States with their own
 * authority are not supported yet.
 */
export const consultUrl = 'https://dfe-portal.svrs.rs.gov.br/NFCom/QRCode';

/** The name of the issuing program in the documents. */
export const issuingProgram = 'Linework 1.0';
