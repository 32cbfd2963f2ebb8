import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { orderHeaders, placeOrderQuery } from '../values/place-order.ts';
import { line } from './line.ts';

type LineOperationMethod = 'post' | 'delete';
type LineOperationPath = `/lines/{id}${string}`;

export interface LineOperation<Method extends LineOperationMethod, Path extends LineOperationPath> {
  readonly name: string;
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly description: string;
  /** Deleting needs its own scope, because its path is almost that of the other operations. */
  readonly scope: 'lines:write' | 'lines:delete';
}

const shared = {
  tag: 'lines',
  params: z.strictObject({ id: z.uuid() }),
  query: placeOrderQuery,
  problems: ['not-found', 'invalid-status-transition', 'open-order'],
} as const;

/** Defines an operation that opens an order on a line and returns the line once the order is accepted, with 202. */
export function defineAcceptedOperation<const Method extends LineOperationMethod, const Path extends LineOperationPath>(
  operation: LineOperation<Method, Path>,
) {
  return defineRoute({
    ...operation,
    ...shared,
    responses: { 202: { description: 'The line with its open order.', body: line, headers: orderHeaders } },
  });
}

/** Defines such an operation with a request body. */
export function defineAcceptedOperationWithBody<
  const Method extends LineOperationMethod,
  const Path extends LineOperationPath,
  const Body extends z.ZodObject,
>(operation: LineOperation<Method, Path>, body: Body) {
  const problems = [
    ...shared.problems,
    'resource-not-available',
    'resource-group-incomplete',
    'sim-without-imsi',
    'unknown-source',
  ] as const;
  return defineRoute({ ...defineAcceptedOperation(operation), problems, body });
}

/** Defines such an operation that returns 200; used by block. */
export function defineImmediateOperation<
  const Method extends LineOperationMethod,
  const Path extends LineOperationPath,
>(operation: LineOperation<Method, Path>) {
  return defineRoute({
    ...operation,
    ...shared,
    responses: { 200: { description: 'The line with its open order.', body: line, headers: orderHeaders } },
  });
}
