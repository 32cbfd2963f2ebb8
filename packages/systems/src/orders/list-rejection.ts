import type { FieldError } from '@linework/problem-details/field-error';
import { validationError } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import { type LineworkResponse, readJson } from '../linework/call-linework.ts';

/** The order service responds but does not accept the filters, such as one of an earlier release. */
export interface ListRejection {
  readonly errors: readonly FieldError[];
}

const validationErrorShape = z.object({ detail: z.string(), parameter: z.string().optional() });
const problemShape = z.object({ errors: z.array(validationErrorShape).min(1).max(100) });
const unknownErrors: readonly FieldError[] = [{ detail: 'The order service does not accept this request.' }];

/** The errors of a response 400. */
export function readRejection({ text }: LineworkResponse): ListRejection {
  const parsed = problemShape.safeParse(readJson(text));
  return {
    errors: parsed.success
      ? parsed.data.errors.map(({ detail, parameter }) => ({ detail, ...(parameter !== undefined && { parameter }) }))
      : unknownErrors,
  };
}

/** Raises the same 400 for the client: a repetition does not help. */
export function throwRejection({ errors }: ListRejection): never {
  throw validationError(errors);
}
