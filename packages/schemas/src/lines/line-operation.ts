import { defineRoute } from '@linework/http/define-route';
import { booleanFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { notBefore } from '../orders/not-before.ts';
import { order } from '../orders/order.ts';
import { line } from './line.ts';

const lineOrDryRun = z.union([line, order]).meta({ description: 'The line; with `dryRun` the order as it would be placed.' });

/** Where the order of an answer is to be found. */
export const orderHeaders = { Location: 'The order: `/orders/{orderId}`', Link: 'The order, with `rel="monitor"`' };

export interface LineOperation {
  readonly name: string;
  readonly method: 'post' | 'delete';
  readonly path: `/lines/{id}${string}`;
  readonly summary: string;
  /** Deleting has a scope of its own: its path is one slip away from the others. */
  readonly scope: 'lines:write' | 'lines:delete';
}

/** The query of every operation that opens an order. */
export const placingQuery = z.strictObject({
  dryRun: booleanFromText.default(false).meta({ description: 'Answers the order as it would be placed, and changes nothing.' }),
  notBefore,
});

const shared = {
  tag: 'lines',
  params: z.strictObject({ id: z.uuid() }),
  query: placingQuery,
  problems: ['not-found', 'conflict', 'invalid-status-transition'],
} as const;

/** An operation that opens an order on a line and answers the line once the order is accepted: 202. */
export function acceptedLineOperation(operation: LineOperation) {
  return defineRoute({
    ...operation,
    ...shared,
    answers: {
      200: { description: 'Dry run: the order as it would be placed.', body: order },
      202: { description: 'The line, with its order under way.', body: line, headers: orderHeaders },
    },
  });
}

/** The same for one that has to be told something. */
export function acceptedLineOperationWith<const Body extends z.ZodObject>(operation: LineOperation, body: Body) {
  return defineRoute({ ...acceptedLineOperation(operation), body });
}

/** The same for block, which answers 200. */
export function answeredLineOperation(operation: LineOperation) {
  return defineRoute({
    ...operation,
    ...shared,
    answers: { 200: { description: 'The line, with its order under way.', body: lineOrDryRun, headers: orderHeaders } },
  });
}
