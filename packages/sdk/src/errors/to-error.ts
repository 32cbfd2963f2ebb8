import { problemErrors } from '../generated/problem-errors.ts';
import { type LineworkError, UnexpectedResponseError } from './linework-error.ts';
import { type ProblemContext, type ProblemDocument, ProblemError } from './problem-error.ts';

/** The error for a response that is no success: of the class of its problem, which the last segment of `type` names. */
export function toError(status: number, body: string, context: ProblemContext): LineworkError {
  const problem = parseProblem(body);
  if (problem === undefined) return new UnexpectedResponseError(status, context.headers, body.slice(0, 2_000));
  const name = problem.type.slice(problem.type.lastIndexOf('/') + 1);
  const ErrorClass = Object.hasOwn(problemErrors, name)
    ? problemErrors[name as keyof typeof problemErrors]
    : ProblemError;
  return new ErrorClass(problem, context);
}

function parseProblem(body: string): ProblemDocument | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isProblem(value) ? value : undefined;
  } catch {
    // A body that is not JSON comes from a proxy; the caller gets its text.
    return undefined;
  }
}

function isProblem(value: unknown): value is ProblemDocument {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'type' in value &&
    typeof value.type === 'string' &&
    'code' in value &&
    typeof value.code === 'string' &&
    'status' in value
  );
}
