import { internal } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { Request, Response } from 'express';
import { checkProblem } from './check-response.ts';
import type { Route } from './define-route.ts';
import type { MountOptions } from './mount-options.ts';
import { discardBody } from './read-body.ts';
import { assignRequestId, getRequestId } from './request-id.ts';
import { sendProblem } from './send-response.ts';

/** Answers what was thrown on the way: a problem as it is; anything else goes to `onError`, and a bare 500 to the client. */
export function rejectRequest<Deps>(error: unknown, request: Request, response: Response, options: MountOptions<Deps>): void {
  // Something that stands before the endpoints may have failed before the answer was opened.
  if (!response.hasHeader('X-Request-Id')) assignRequestId(request, response);
  const route: Route | undefined = response.locals['route'];
  const problem = checkedProblem(error, route, options.checkResponses === true);
  if (!(problem instanceof Problem)) options.onError(problem, { requestId: getRequestId(response), route });
  discardBody(request);
  sendProblem(response, problem instanceof Problem ? problem : internal(), options.errorsBase);
}

/** The problem that was thrown; or the defect, which in tests may be that the route does not declare the problem. */
function checkedProblem(error: unknown, route: Route | undefined, isChecked: boolean): unknown {
  if (!(error instanceof Problem) || !isChecked || route === undefined) return error;
  try {
    checkProblem(route, error);
    return error;
  } catch (undeclaredProblem) {
    return undeclaredProblem;
  }
}
