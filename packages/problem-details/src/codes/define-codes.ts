import type { ProblemName, ProblemStatus } from './problems.ts';

/** The entry of a `code`: its problem type, its status, a short title and a remedy. */
export interface ProblemCodeEntry<Name extends ProblemName = ProblemName, Status extends number = number> {
  readonly problem: Name;
  readonly status: Status;
  readonly title: string;
  readonly remedy: string;
}

/** Creates the entries of codes that share a problem type and a status. Each code has a title and a remedy. */
export function defineCodes<
  const Name extends ProblemName,
  const Status extends ProblemStatus<Name>,
  const Code extends string,
>(
  problem: Name,
  status: Status,
  codes: Readonly<Record<Code, readonly [title: string, remedy: string]>>,
): Readonly<Record<Code, ProblemCodeEntry<Name, Status>>> {
  const entries = Object.entries<readonly [string, string]>(codes).map(([code, [title, remedy]]) => [
    code,
    { problem, status, title, remedy },
  ]);
  return Object.fromEntries(entries);
}
