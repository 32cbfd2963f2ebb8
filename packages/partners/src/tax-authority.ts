import type { PartnerCall } from './partner-call.ts';

/** The authority's approval of a receipt or of a cancellation. */
export interface AuthorityResponse {
  /** Sixteen digits. */
  readonly protocol: string;
  readonly at: Date;
  /** The authority's program and its version. */
  readonly program: string;
}

/**
 * The state's tax authority, which authorises receipts of model 62. It identifies receipts by their access key and
 * authorises each once.
 */
export interface TaxAuthority {
  /** Raises a `PermanentError` with the authority's code and message when it rejects the receipt. */
  authorise(
    call: PartnerCall,
    receipt: { readonly accessKey: string; readonly signedXml: string },
  ): Promise<AuthorityResponse>;
  registerCancellation(
    call: PartnerCall,
    event: { readonly accessKey: string; readonly signedXml: string },
  ): Promise<AuthorityResponse>;
  /** The receipt as the authority has it. */
  findReceipt(
    accessKey: string,
    signal?: AbortSignal,
  ): Promise<{ readonly authorisation: AuthorityResponse; readonly cancellation?: AuthorityResponse } | undefined>;
}
