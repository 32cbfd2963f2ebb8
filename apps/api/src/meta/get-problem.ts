import { implement } from '@linework/http/implement';
import { notFound } from '@linework/problem-details/make-problem';
import { type ProblemName, problems } from '@linework/problem-details/problems';
import { getProblemRoute } from '@linework/schemas/meta/get-problem.route';
import type { Deps } from '../deps.ts';

export const getProblem = implement(getProblemRoute, async ({ params }, { publicUrl }: Deps) => {
  if (!Object.hasOwn(problems, params.name)) throw notFound(`There is no problem type ${params.name}.`);
  const { title, statuses, explanation } = problems[params.name as ProblemName];
  return { status: 200, body: { type: `${publicUrl}/problems/${params.name}`, name: params.name, title, statuses: [...statuses], explanation } };
});
