import type { Fault } from '@linework/problem-details/fault';
import { validationError } from '@linework/problem-details/make-problem';
import { z } from 'zod';
import type { Route } from './define-route.ts';
import { bodyFaults, parameterFaults } from './faults.ts';
import { faultsLimit } from './limits.ts';

interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

interface FoundBefore {
  readonly headerFaults: readonly Fault[];
  /** Those of the body, whatever its schema says. */
  readonly valueFaults: readonly Fault[];
}

const noParameters = z.strictObject({});
const noBody = z.strictObject({}).optional();

/** The input as the route's schemas read it. Throws one problem that names all faults, those already found among them. */
export function validate(route: Route, given: Input, { headerFaults, valueFaults }: FoundBefore): Input {
  const params = (route.params ?? noParameters).safeParse(given.params);
  const query = (route.query ?? noParameters).safeParse(given.query);
  const body = (route.body ?? noBody).safeParse(given.body);
  if (params.success && query.success && body.success && headerFaults.length + valueFaults.length === 0) {
    return {
      params: route.params && params.data,
      query: route.query && query.data,
      body: route.body && body.data,
    };
  }
  const faults = [
    ...headerFaults,
    ...parameterFaults(params.error?.issues ?? [], given.params),
    ...parameterFaults(query.error?.issues ?? [], given.query),
    ...valueFaults,
    ...bodyFaults(body.error?.issues ?? [], given.body),
  ];
  throw validationError(faults, faultsLimit);
}
