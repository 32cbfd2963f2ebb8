import type { ProblemCode } from '@linework/problem-details/codes/problem-codes';
import type { ProblemName } from '@linework/problem-details/codes/problems';
import { Problem, type ProblemMembers } from '@linework/problem-details/problem';

/** A response as it is stored. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON of the body; for a problem, the parts of the problem. */
  readonly body: string | null;
}

export interface StoredOutcome {
  readonly response: StoredResponse;
  /** Whether this is the response to an earlier request. */
  readonly replayed: boolean;
}

interface ProblemParts {
  readonly problem: ProblemName;
  readonly code: ProblemCode;
  readonly detail?: string;
  readonly members: ProblemMembers;
}

/** A problem as it is stored: its parts, because each response names its own request. */
export function toStoredProblem({ name, status, code, detail, members, headers }: Problem): StoredResponse {
  return { status, headers, body: JSON.stringify({ problem: name, code, detail, members }) };
}

/** The problem that a stored response holds; undefined for a successful response. */
export function readStoredProblem({ status, headers, body }: StoredResponse): Problem | undefined {
  if (status < 400 || body === null) return undefined;
  const { problem, code, detail, members } = JSON.parse(body) as ProblemParts;
  return new Problem(problem, { status: status as never, code, detail, members, headers });
}
