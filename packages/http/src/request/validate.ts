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
/** Libraries of clients send `null` or `{}` where a request has no body. */
const noBody = z.strictObject({}).nullish();

/** A body that was parsed with its schema. */
export type ParsedBody =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly issues: readonly z.core.$ZodIssue[] };

export function parseBody({ body: schema = noBody }: Pick<Route, 'body'>, body: unknown): ParsedBody {
  const result = schema.safeParse(body);
  return result.success ? result : { success: false, issues: result.error.issues };
}

/**
 * Parses the input with the schemas of the route. Throws one problem that lists all errors, including those found
 * before.
 */
export function validate(
  route: Route,
  input: Input,
  { headerErrors, valueErrors }: EarlierErrors,
  body = parseBody(route, input.body),
): Input {
  const params = (route.params ?? noParameters).safeParse(input.params);
  const query = (route.query ?? noParameters).safeParse(input.query);
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
    ...bodyErrors(body.success ? [] : body.issues, input.body),
  ];
  throw validationError(errors, listedErrorsLimit);
}
