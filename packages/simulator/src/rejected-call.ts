/** A simulator's "no" to a call. Its text names no number, because callers keep it and log it. */
export class RejectedCall extends Error {
  override readonly name = 'RejectedCall';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}
