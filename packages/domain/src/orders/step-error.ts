/** Why a step did not succeed, as it is kept and shown. */
export interface StepError {
  readonly code: string;
  readonly detail: string;
  readonly [member: string]: unknown;
}

const longestText = 1_000;

/** An error in a form that the database can keep, whatever another system wrote: it refuses NUL and half characters. */
export function stepError(code: string, detail: string): StepError {
  return { code: kept(code), detail: kept(detail) };
}

function kept(text: string): string {
  const short = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text;
  return short.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
