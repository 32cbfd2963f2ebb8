import type { ProblemCode } from './codes/problem-codes.ts';
import { type ProblemName, problems } from './codes/problems.ts';
import { problemSchema } from './problem-document.ts';

/** A problem of one item of a batch, as it is stored with the item. It was not sent as a response. */
export interface StoredProblem {
  readonly problem: ProblemName;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail?: string | undefined;
}

/** The schema of such a problem: the members of every problem, without those of a single request. */
export const itemProblemSchema = problemSchema
  .omit({ instance: true, requestId: true })
  .meta({ id: 'ItemProblem', description: 'What a request for this item alone would have been answered.' });

/** Converts a stored problem to its public form. Its type begins with `errorsBase`. */
export function toItemProblem<Stored extends StoredProblem>({ problem, ...members }: Stored, errorsBase: string) {
  return { type: `${errorsBase}/${problem}`, title: problems[problem].title, ...members };
}
