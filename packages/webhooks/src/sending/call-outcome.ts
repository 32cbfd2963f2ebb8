/** What became of one call. */
export interface CallOutcome {
  readonly isDelivered: boolean;
  /** Null for a delivery. */
  readonly reason: string | null;
  readonly responseCode: number | null;
  /** The beginning of the response. */
  readonly responseBody: string | null;
  readonly durationMs: number;
  /** The receiver asks for no call for this time. */
  readonly retryAfterMs?: number;
  /** The receiver asks for no call ever again (410). */
  readonly isGone?: true;
}

/** A call that was not answered, or not made. */
export const failedCall = (reason: string, durationMs = 0): CallOutcome => ({
  isDelivered: false,
  reason,
  responseCode: null,
  responseBody: null,
  durationMs,
});
