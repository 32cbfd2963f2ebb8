/** A simulator's rejection of a call. Its text contains no number, because callers store and log it. */
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
