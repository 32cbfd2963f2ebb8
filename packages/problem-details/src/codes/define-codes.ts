import type { ProblemName, ProblemStatus } from '../problems.ts';

/** What a `code` says: the problem type and the status it comes with, a short title, and what to do about it. */
export interface ProblemCodeEntry<Name extends ProblemName = ProblemName, Status extends number = number> {
  readonly problem: Name;
  readonly status: Status;
  readonly title: string;
  readonly remedy: string;
}

/** The entries of codes that share a problem type and a status. Each code is listed with its title and its remedy. */
export function defineCodes<const Name extends ProblemName, const Status extends ProblemStatus<Name>, const Code extends string>(
  problem: Name,
  status: Status,
  codes: Readonly<Record<Code, readonly [title: string, remedy: string]>>,
): Readonly<Record<Code, ProblemCodeEntry<Name, Status>>> {
  const entries = Object.entries<readonly [string, string]>(codes).map(([code, [title, remedy]]) => [code, { problem, status, title, remedy }]);
  return Object.fromEntries(entries);
}
