import { accessCodes } from './access-codes.ts';
import { conflictCodes } from './conflict-codes.ts';
import type { ProblemCodeEntry } from './define-codes.ts';
import { failureCodes } from './failure-codes.ts';
import type { ProblemName } from './problems.ts';
import { requestCodes } from './request-codes.ts';
import { unprocessableCodes } from './unprocessable-codes.ts';

/** The closed catalogue of problem codes. The default code of a problem is the name of its type. */
export const problemCodes = {
  ...requestCodes,
  ...accessCodes,
  ...unprocessableCodes,
  ...conflictCodes,
  ...failureCodes,
};

export type ProblemCode = keyof typeof problemCodes;

/** The codes of a problem type, or of one of its statuses. */
export type CodeOf<Name extends ProblemName, Status extends number = number> = {
  [Code in ProblemCode]: (typeof problemCodes)[Code] extends ProblemCodeEntry<Name, Status> ? Code : never;
}[ProblemCode];

export const allProblemCodes = Object.keys(problemCodes) as readonly ProblemCode[];

/** Returns the entry of a code. */
export const getCodeEntry = (code: ProblemCode): ProblemCodeEntry => problemCodes[code];

interface ListedCode {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly remedy: string;
}

/** Lists the codes of a problem type, for its page. */
export function listCodes(name: ProblemName): readonly ListedCode[] {
  const codes = allProblemCodes.filter((code) => problemCodes[code].problem === name);
  return codes.map((code) => {
    const { status, title, remedy } = problemCodes[code];
    return { code, status, title, remedy };
  });
}
