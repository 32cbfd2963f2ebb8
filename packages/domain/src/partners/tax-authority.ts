import type { PartnerCall } from './partner-call.ts';

/** The authority's yes to a receipt or to a cancellation. */
export interface AuthorityResponse {
  /** Sixteen digits. */
  readonly protocol: string;
  readonly at: Date;
  /** The authority's program and its version. */
  readonly program: string;
}

/** The state's tax authority, which authorises receipts of model 62. It knows them by their access key and authorises each once. */
export interface TaxAuthority {
  /** Raises a `PermanentError` with the authority's code and words where it rejects. */
  authorise(call: PartnerCall, receipt: { readonly accessKey: string; readonly signedXml: string }): Promise<AuthorityResponse>;
  registerCancellation(call: PartnerCall, event: { readonly accessKey: string; readonly signedXml: string }): Promise<AuthorityResponse>;
  /** What it knows of a receipt. */
  findReceipt(
    accessKey: string,
    signal?: AbortSignal,
  ): Promise<{ readonly authorisation: AuthorityResponse; readonly cancellation?: AuthorityResponse } | undefined>;
}
