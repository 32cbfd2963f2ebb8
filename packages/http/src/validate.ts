import type { FieldError } from '@linework/problem-details/field-error';
import { validationError } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import type { Route } from './define-route.ts';
import { bodyErrors, parameterErrors } from './field-errors.ts';
import { listedErrorsLimit } from './limits.ts';

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface EarlierErrors {
  readonly headerErrors: readonly FieldError[];
  /** Those of the body, whatever its schema says. */
  readonly valueErrors: readonly FieldError[];
}

const noParameters = z.strictObject({});
const noBody = z.strictObject({}).optional();

/** The input as the route's schemas read it. Throws one problem that names all faults, those already found among them. */
export function validate(route: Route, input: Input, { headerErrors, valueErrors }: EarlierErrors): Input {
  const params = (route.params ?? noParameters).safeParse(input.params);
  const query = (route.query ?? noParameters).safeParse(input.query);
  const body = (route.body ?? noBody).safeParse(input.body);
  if (params.success && query.success && body.success && headerErrors.length + valueErrors.length === 0) {
    return {
      params: route.params && params.data,
      query: route.query && query.data,
      body: route.body && body.data,
    };
  }
  const errors = [
    ...headerErrors,
    ...parameterErrors(params.error?.issues ?? [], input.params),
    ...parameterErrors(query.error?.issues ?? [], input.query),
    ...valueErrors,
    ...bodyErrors(body.error?.issues ?? [], input.body),
  ];
  throw validationError(errors, listedErrorsLimit);
}
