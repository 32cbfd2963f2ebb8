/** The response of a call, with what its data does not show. */
export interface Answer<Data> {
  readonly data: Data;
  readonly response: Response;
  /** The id of the request in the logs of the server. */
  readonly requestId: string | undefined;
  /** The `Idempotency-Key` that was sent. */
  readonly idempotencyKey: string | undefined;
  /** The server had executed the request before, and this is the response that it gave then. */
  readonly replayed: boolean;
}
