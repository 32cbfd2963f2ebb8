import type { FieldError } from '@linework/problem-details/field-error';
import { validationError } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import type { Route } from '../define-route.ts';
import { listedErrorsLimit } from '../limits.ts';
import { bodyErrors, parameterErrors } from './field-errors.ts';

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export interface EarlierErrors {
  readonly headerErrors: readonly FieldError[];
  /** The errors of the body that were found before its schema is checked. */
  readonly valueErrors: readonly FieldError[];
}

const noParameters = z.strictObject({});
const noBody = z.strictObject({}).optional();

/** Parses the input with the schemas of the route. Throws one problem that lists all errors, including those found before. */
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
