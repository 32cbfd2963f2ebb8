import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@linework/problem-details/problem';
import { usualProblemMembers } from '@linework/problem-details/problem-document';
import { z } from 'zod';
import type { Route } from './define-route.ts';
import type { Answer } from './implement.ts';
import { problemsOf } from './problems-of-route.ts';

/** Throws where an answer is not what its route declares: another status, another shape, or members that the shape does not name. */
export function checkAnswer(route: Route, { status, body }: Answer): void {
  const declared = route.answers[status];
  if (declared === undefined) throw new Error(`${route.name} answered ${status}, which it does not declare`);
  if (declared.body === undefined) {
    if (body !== undefined && declared.mediaType === undefined) throw new Error(`${route.name} answered ${status} with a body, which it does not declare`);
    return;
  }
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const read = declared.body.safeParse(sent);
  if (!read.success) throw new Error(`${route.name} answered ${status} with a body that its schema refuses: ${z.prettifyError(read.error)}`);
  if (!isDeepStrictEqual(read.data, sent)) throw new Error(`${route.name} answered ${status} with members that its schema does not name`);
}

/** Throws where a problem is none of its route's, or has other members than its route declares for the status. */
export function checkProblem(route: Route, problem: Problem): void {
  const { name, status, members } = problem;
  if (!problemsOf(route).includes(name)) throw new Error(`${route.name} raised ${name}, which it does not declare`, { cause: problem });
  const declared = route.problemMembers?.[status] ?? usualProblemMembers;
  const read = declared.loose().safeParse(JSON.parse(JSON.stringify(members)));
  if (!read.success) throw new Error(`${route.name} raised ${name} with members that its schema refuses: ${z.prettifyError(read.error)}`, { cause: problem });
}
