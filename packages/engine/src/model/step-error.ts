/** The error of a step, as it is stored and shown. */
export interface StepError {
  readonly code: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

const textLimit = 1_000;

/** Makes the text of another system safe to store: PostgreSQL rejects NUL and unpaired surrogates. */
export function createStepError(code: string, detail: string): StepError {
  return { code: sanitize(code), detail: sanitize(detail) };
}

function sanitize(text: string): string {
  const short = text.length > textLimit ? `${text.slice(0, textLimit - 1)}…` : text;
  return short.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
