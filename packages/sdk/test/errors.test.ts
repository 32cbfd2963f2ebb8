import { expect, it } from 'vitest';
import { UnexpectedResponseError } from '../src/errors/linework-error.ts';
import { ProblemError } from '../src/errors/problem-error.ts';
import { toError } from '../src/errors/to-error.ts';
import { InvalidStatusTransitionError, problemErrors, type ValidationError } from '../src/generated/problem-errors.ts';
import { aProblem } from './support/a-server.ts';

const errorOf = (type: string, code?: string, members: object = {}) =>
  toError(409, JSON.stringify(aProblem(409, type, code, members).body), { headers: new Headers() });

it('a problem is an error of the class of its type', () => {
  const error = errorOf('invalid-status-transition', undefined, { allowed: ['unblock'], currentStatus: 'BLOCKED' });
  if (!(error instanceof InvalidStatusTransitionError)) throw new Error('It is of another class.');
  expect([error.allowed, error.currentStatus, error.requestId, error.name]).toEqual([
    ['unblock'],
    'BLOCKED',
    'r-1',
    'InvalidStatusTransitionError',
  ]);
});

it('a problem lists the errors of the request', () => {
  const errors = [{ detail: '`name` is missing.', pointer: '/name' }];
  expect((errorOf('validation-error', undefined, { errors }) as ValidationError).errors).toEqual(errors);
});

it('a problem of a type that a later version has is a ProblemError', () => {
  expect(errorOf('gone', 'position-gone', { oldest: 7 })).toMatchObject({
    code: 'position-gone',
    problem: { oldest: 7 },
  });
  expect(errorOf('gone').constructor).toBe(ProblemError);
});

it('a member of a problem does not replace what every error has', () => {
  const error = errorOf('conflict', 'open-order', {
    message: 'other',
    name: 'other',
    stack: 'other',
    headers: 'other',
  });
  expect(error).toMatchObject({ name: 'ConflictError', headers: new Headers(), message: 'A problem (409 open-order)' });
});

it.each(['<html>Bad gateway</html>', '', '{"type":1}', 'null', '[]'])(
  'a response with the body %j is of somebody else',
  (body) => {
    expect(toError(502, body, { headers: new Headers() })).toBeInstanceOf(UnexpectedResponseError);
  },
);

it('every class is also a ProblemError', () => {
  expect(Object.values(problemErrors).every((each) => each.prototype instanceof ProblemError)).toBe(true);
});
