/** Why a step did not succeed, as it is kept and shown. */
export interface StepError {
  readonly code: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

const textLimit = 1_000;

/** An error in a form that the database can keep, whatever another system wrote: it refuses NUL and half characters. */
export function createStepError(code: string, detail: string): StepError {
  return { code: sanitize(code), detail: sanitize(detail) };
}

function sanitize(text: string): string {
  const short = text.length > textLimit ? `${text.slice(0, textLimit - 1)}…` : text;
  return short.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
