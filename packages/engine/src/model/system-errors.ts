/** An error that may not occur again (time-out, lost connection, 5xx, 429), so another attempt can succeed. */
export class TransientError extends Error {
  override readonly name: string = 'TransientError';
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The system gave no answer: the connection was lost or the call timed out. The call may have taken effect. */
export class NoResponseError extends TransientError {
  override readonly name = 'NoResponseError';
}

/**
 * The system is unavailable: the call did not reach it, or the system left several consecutive calls unanswered. The
 * caller waits until the system is back and does not use up an attempt.
 */
export class SystemUnavailable extends TransientError {
  override readonly name = 'SystemUnavailable';
  /** True if the system may still have received this call. */
  readonly mayHaveTakenEffect: boolean;
  constructor(
    code: string,
    detail: string,
    { mayHaveTakenEffect = false }: { readonly mayHaveTakenEffect?: boolean } = {},
  ) {
    super(code, detail);
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/**
 * The other system refused the call, so another attempt cannot succeed. The error also means that the call changed
 * nothing, so there is nothing to undo. An adapter whose call is refused after it has already changed something raises
 * a `TransientError` instead.
 */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
  readonly code: string;
  /** The system's own words, masked, where Linework has no sentence for them. No broker reads them. */
  readonly systemText: string | undefined;
  constructor(code: string, detail: string, { systemText }: { readonly systemText?: string | undefined } = {}) {
    super(detail);
    this.code = code;
    this.systemText = systemText;
  }
}
