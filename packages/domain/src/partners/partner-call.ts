/**
 * A call to a company that Linework works with. It may come twice and may come late: the partner acts once for each key. It
 * ends with its answer, a `TransientError` (worth asking again) or a `PermanentError` (asking again is of no use).
 */
export interface PartnerCall {
  readonly key: string;
  readonly signal?: AbortSignal;
}
