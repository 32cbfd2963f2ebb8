/** A fault that may be over soon (time-out, lost connection, 5xx, 429): worth another attempt. */
export class PassingFault extends Error {
  override readonly name = 'PassingFault';
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** The other system understood and said no: asking again is of no use. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}
