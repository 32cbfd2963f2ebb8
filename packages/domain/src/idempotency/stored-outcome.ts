import type { ProblemCode } from '@linework/problem-details/codes/problem-codes';
import { Problem, type ProblemMembers } from '@linework/problem-details/problem';
import type { ProblemName } from '@linework/problem-details/problems';

/** An answer as it is kept. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Its JSON; of a problem, what the problem is made of. */
  readonly body: string | null;
}

export interface StoredOutcome {
  readonly response: StoredResponse;
  /** Whether this is the answer of an earlier request. */
  readonly replayed: boolean;
}

interface ProblemParts {
  readonly problem: ProblemName;
  readonly code: ProblemCode;
  readonly detail?: string;
  readonly members: ProblemMembers;
}

/** A problem as it is kept: its parts, since each answer names its own request. */
export function toStoredProblem({ name, status, code, detail, members, headers }: Problem): StoredResponse {
  return { status, headers, body: JSON.stringify({ problem: name, code, detail, members }) };
}

/** The problem that a stored answer stands for; undefined when it is a plain answer. */
export function readStoredProblem({ status, headers, body }: StoredResponse): Problem | undefined {
  if (status < 400 || body === null) return undefined;
  const { problem, code, detail, members } = JSON.parse(body) as ProblemParts;
  return new Problem(problem, { status: status as never, code, detail, members, headers });
}
