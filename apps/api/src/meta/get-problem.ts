import { implement } from '@linework/http/implement';
import { listCodes } from '@linework/problem-details/codes/problem-codes';
import { notFound } from '@linework/problem-details/make-problem';
import { isProblemName, problems } from '@linework/problem-details/problems';
import { getProblemRoute } from '@linework/schemas/meta/meta.routes';
import type { Deps } from '../deps.ts';

export const getProblem = implement(getProblemRoute, async ({ params: { name } }, { publicUrl }: Deps) => {
  if (!isProblemName(name)) throw notFound(`There is no problem type ${name}.`);
  const { title, statuses, explanation } = problems[name];
  const body = {
    type: `${publicUrl}/problems/${name}`,
    name,
    title,
    statuses: [...statuses],
    explanation,
    codes: listCodes(name),
  };
  return { status: 200, body };
});
