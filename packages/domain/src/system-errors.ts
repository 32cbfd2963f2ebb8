/** A fault that may be over soon (time-out, lost connection, 5xx, 429): worth another attempt. */
export class TransientError extends Error {
  override readonly name: string = 'TransientError';
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The system gave no answer: the connection broke, or the time was over. The call may have taken effect. */
export class NoResponseError extends TransientError {
  override readonly name = 'NoResponseError';
}

/**
 * The system is away: the call did not reach it, or one of a row of calls that it did not answer. It is worth waiting for the
 * system's return, and no attempt.
 */
export class SystemAway extends TransientError {
  override readonly name = 'SystemAway';
  /** True when the system may have received this call all the same. */
  readonly mayHaveTakenEffect: boolean;
  constructor(code: string, detail: string, { mayHaveTakenEffect = false }: { readonly mayHaveTakenEffect?: boolean } = {}) {
    super(code, detail);
    this.mayHaveTakenEffect = mayHaveTakenEffect;
  }
}

/**
 * The other system understood and said no: asking again is of no use. It also says that the call changed nothing, so that there is
 * nothing to undo. An adapter that meets a refusal after a change of its own raises a `PassingFault` instead.
 */
export class PermanentError extends Error {
  override readonly name = 'PermanentError';
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}
