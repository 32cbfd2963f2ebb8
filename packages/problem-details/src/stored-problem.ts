import type { ProblemCode } from './codes/problem-codes.ts';
import { problemSchema } from './problem-document.ts';
import { type ProblemName, problems } from './problems.ts';

/** A problem that nobody was answered, as it is kept with one of many items. */
export interface StoredProblem {
  readonly problem: ProblemName;
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail?: string | undefined;
}

/** The shape of such a problem: that of every problem, without what belongs to one request. */
export const itemProblemSchema = problemSchema
  .omit({ instance: true, requestId: true })
  .meta({ id: 'ItemProblem', description: 'What a request for this item alone would have been answered.' });

/** A kept problem as it is shown, under the problem types' common address. */
export function toItemProblem<Kept extends StoredProblem>({ problem, ...members }: Kept, errorsBase: string) {
  return { type: `${errorsBase}/${problem}`, title: problems[problem].title, ...members };
}
