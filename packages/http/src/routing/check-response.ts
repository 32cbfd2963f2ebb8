import { isDeepStrictEqual } from 'node:util';
import { isSentence } from '@linework/problem-details/field-error';
import type { Problem } from '@linework/problem-details/problem';
import { defaultProblemMembers } from '@linework/problem-details/problem-document';
import { z } from 'zod';
import type { Route } from '../define-route.ts';
import type { RouteResponse } from '../implement.ts';
import { listMediaTypes } from '../list-media-types.ts';
import { listRouteProblems } from '../route-problems.ts';
import { isTextStream } from '../text-stream.ts';
import { isEventStream } from './send-event-stream.ts';

/**
 * Throws if a response has an undeclared status, does not match its schema, or has members that the schema does not
 * define.
 */
export function checkResponse(route: Route, { status, headers = {}, body }: RouteResponse): void {
  const declared = route.responses[status];
  if (declared === undefined) throw new Error(`${route.name} returned ${status}, which it does not declare`);
  if ((status === 201 || status === 202) && headers['Location'] === undefined)
    throw new Error(`${route.name} returned ${status} without a Location`);
  if (declared.eventStream !== undefined) {
    if (!isEventStream(body)) throw new Error(`${route.name} returned ${status} without the stream that it declares`);
    return;
  }
  if (isTextStream(body)) {
    if (!listMediaTypes(declared).includes(body.mediaType))
      throw new Error(`${route.name} returned ${body.mediaType}, which it does not declare`);
    return;
  }
  if (declared.body === undefined) {
    if (body !== undefined && declared.mediaType === undefined)
      throw new Error(`${route.name} returned ${status} with a body, which it does not declare`);
    return;
  }
  const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
  const parsed = declared.body.safeParse(sent);
  if (!parsed.success)
    throw new Error(
      `${route.name} returned ${status} with a body that its schema rejects: ${z.prettifyError(parsed.error)}`,
    );
  if (!isDeepStrictEqual(parsed.data, sent))
    throw new Error(`${route.name} returned ${status} with members that its schema does not define`);
}

/** Throws if the route does not declare the problem or its members, or if a detail is not a sentence. */
export function checkProblem(route: Route, problem: Problem): void {
  const { code, status, detail, members } = problem;
  if (!listRouteProblems(route).includes(code))
    throw new Error(
      `${route.name} raised ${code}, which it does not declare. Add the code to \`problems\` in its route file.`,
      { cause: problem },
    );
  const invalidDetail = [detail, ...readDetails(members['errors'])].find(
    (text) => text !== undefined && !isSentence(text),
  );
  if (invalidDetail !== undefined)
    throw new Error(`${route.name} raised ${code} with a detail that is not a sentence: ${invalidDetail}`, {
      cause: problem,
    });
  const declared = route.problemMembers?.[status] ?? defaultProblemMembers;
  const parsed = declared.loose().safeParse(JSON.parse(JSON.stringify(members)));
  if (!parsed.success)
    throw new Error(
      `${route.name} raised ${code} with members that its schema rejects: ${z.prettifyError(parsed.error)}`,
      { cause: problem },
    );
}

function readDetails(errors: unknown): readonly string[] {
  return Array.isArray(errors) ? errors.map(({ detail }) => String(detail)) : [];
}
