import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { emitOperatorEvent } from '@linework/operators/emit-operator-event';
import { eventType } from '@linework/schemas/events';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { getHolder } from '../../holders/get-holder.ts';
import { getResource } from '../../inventory/get-resource.ts';
import { getReservation } from '../../inventory/reservations/get-reservation.ts';
import { getInvoice } from '../../invoices/get-invoice.ts';
import { getLine } from '../../lines/get-line.ts';
import { getOrder } from '../../orders/get-order.ts';
import { getPortIn } from '../../portability/get-port-in.ts';
import { getPortOut } from '../../portability/get-port-out.ts';
import { getSubscription } from '../../subscriptions/get-subscription.ts';
import { getTaxReceipt } from '../../tax-receipts/get-tax-receipt.ts';
import { getPerson } from './get-person.ts';

/** The kinds of records that can be read in clear, each with the operation that reads it. */
const readers = {
  line: getLine,
  order: getOrder,
  holder: getHolder,
  resource: getResource,
  reservation: getReservation,
  subscription: getSubscription,
  invoice: getInvoice,
  'tax-receipt': getTaxReceipt,
  'port-in': getPortIn,
  'port-out': getPortOut,
} as const;

const kinds = Object.keys(readers) as [keyof typeof readers, ...(keyof typeof readers)[]];

const unmaskRecordRoute = defineRoute({
  name: 'unmaskRecord',
  method: 'post',
  path: '/unmask',
  tag: 'console',
  summary: 'Read one record with its numbers, names and tax ids in clear',
  description: 'Needs the role `operator`. The event `operator.unmasked` keeps who read which record, and the reason.',
  scope: 'operator',
  body: z.strictObject({ resource: z.enum(kinds), id: z.uuid(), reason: z.string().trim().min(3).max(500) }),
  responses: {
    200: {
      description: 'The record as the public interface shows it.',
      body: z.strictObject({ record: z.looseObject({}) }),
    },
  },
  problems: ['not-signed-in', 'missing-role', 'not-found'],
});

export const unmaskRecord = implement(unmaskRecordRoute, async (request, deps: Deps) => {
  const { resource, id, reason } = request.body;
  const { id: operatorId } = getPerson(request.caller);
  const { route, handle } = readers[resource];
  const params = Object.fromEntries(
    Object.keys((route as { readonly params: z.ZodObject }).params.shape).map((name) => [name, id]),
  );
  const { body } = await handle({ ...request, params, query: {}, body: undefined }, deps);
  // Before the response: nobody reads in clear without a trace.
  await emitOperatorEvent(deps.db, {
    type: eventType('operator.unmasked'),
    operatorId,
    byId: operatorId,
    details: { resource, id, reason },
  });
  return { status: 200, body: { record: body as Readonly<Record<string, unknown>> } };
});
