import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { notBefore } from '../orders/not-before.ts';
import { line } from './line.ts';

/** Where the order of an answer is to be found. */
export const orderHeaders = { Location: 'The order: `/orders/{orderId}`', Link: 'The order, with `rel="monitor"`' };

export interface LineOperation {
  readonly name: string;
  readonly method: 'post' | 'delete';
  readonly path: `/lines/{id}${string}`;
  readonly summary: string;
  readonly description: string;
  /** Deleting has a scope of its own: its path is one slip away from the others. */
  readonly scope: 'lines:write' | 'lines:delete';
}

/** The query of every operation that opens an order. */
export const placeOrderQuery = z.strictObject({ notBefore });

const shared = {
  tag: 'lines',
  params: z.strictObject({ id: z.uuid() }),
  query: placeOrderQuery,
  problems: ['not-found', 'invalid-status-transition', 'open-order'],
} as const;

/** An operation that opens an order on a line and answers the line once the order is accepted: 202. */
export function defineAcceptedOperation(operation: LineOperation) {
  return defineRoute({
    ...operation,
    ...shared,
    responses: { 202: { description: 'The line, with its order under way.', body: line, headers: orderHeaders } },
  });
}

/** The same for one that has to be told something. */
export function defineAcceptedOperationWithBody<const Body extends z.ZodObject>(operation: LineOperation, body: Body) {
  const problems = [...shared.problems, 'resource-not-available', 'resource-group-incomplete', 'sim-without-imsi', 'unknown-source'] as const;
  return defineRoute({ ...defineAcceptedOperation(operation), problems, body });
}

/** The same for block, which answers 200. */
export function defineImmediateOperation(operation: LineOperation) {
  return defineRoute({
    ...operation,
    ...shared,
    responses: { 200: { description: 'The line, with its order under way.', body: line, headers: orderHeaders } },
  });
}
