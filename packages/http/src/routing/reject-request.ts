import { internal } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { Request, Response } from 'express';
import type { Route } from '../define-route.ts';
import { discardBody } from '../request/read-body.ts';
import { assignRequestId, getRequestId } from '../request-id.ts';
import { checkProblem } from './check-response.ts';
import type { MountOptions } from './mount-options.ts';
import { sendProblem } from './send-response.ts';

/**
 * Sends the response for a thrown error: a problem as it is. Any other error goes to `onError`, and the client gets a
 * 500 without details.
 */
export function rejectRequest<Deps>(
  error: unknown,
  request: Request,
  response: Response,
  options: MountOptions<Deps>,
): void {
  // A middleware before the endpoints may have failed before the response was prepared.
  if (!response.hasHeader('X-Request-Id')) assignRequestId(request, response);
  const route: Route | undefined = response.locals['route'];
  const problem = checkedProblem(error, route, options.checkResponses === true);
  if (!(problem instanceof Problem)) options.onError(problem, { requestId: getRequestId(response), route });
  discardBody(request);
  sendProblem(response, problem instanceof Problem ? problem : internal(), options.errorsBase);
}

/** Returns the thrown problem, or the error. In tests an undeclared problem is an error too. */
function checkedProblem(error: unknown, route: Route | undefined, isChecked: boolean): unknown {
  if (!(error instanceof Problem) || !isChecked || route === undefined) return error;
  try {
    checkProblem(route, error);
    return error;
  } catch (undeclaredProblem) {
    return undeclaredProblem;
  }
}
