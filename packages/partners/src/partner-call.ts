/**
 * A call to a company that Linework works with. It may be sent twice and may arrive late: the partner acts once for
 * each key. It ends with a response, a `TransientError` (a retry may help) or a `PermanentError` (a retry does not
 * help).
 */
export interface PartnerCall {
  readonly key: string;
  readonly signal?: AbortSignal;
}
