import { defineRoute } from '@linework/http/define-route';
import { implement } from '@linework/http/implement';
import { emitOperatorEvent } from '@linework/operators/emit-operator-event';
import { eventType } from '@linework/schemas/events';
import { z } from 'zod';
import { holders } from '../../endpoints/holders.ts';
import { invoices } from '../../endpoints/invoices.ts';
import { lines } from '../../endpoints/lines.ts';
import { orders } from '../../endpoints/orders.ts';
import { portIns } from '../../endpoints/port-ins.ts';
import { portOuts } from '../../endpoints/port-outs.ts';
import { reservations } from '../../endpoints/reservations.ts';
import { resources } from '../../endpoints/resources.ts';
import { subscriptions } from '../../endpoints/subscriptions.ts';
import { taxReceipts } from '../../endpoints/tax-receipts.ts';
import type { Deps } from '../../request/deps.ts';
import { getPerson } from './get-person.ts';

/** The kinds of records that can be read in clear, each with the operation that reads it. */
const readers = {
  line: lines['/lines']['/{id}'].get,
  order: orders['/orders']['/{orderId}'].get,
  holder: holders['/holders']['/{id}'].get,
  resource: resources['/inventory/resources']['/{id}'].get,
  reservation: reservations['/inventory/reservations']['/{id}'].get,
  subscription: subscriptions['/subscriptions']['/{id}'].get,
  invoice: invoices['/invoices']['/{id}'].get,
  'tax-receipt': taxReceipts['/tax-receipts']['/{id}'].get,
  'port-in': portIns['/portability/port-ins']['/{id}'].get,
  'port-out': portOuts['/portability/port-outs']['/{id}'].get,
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
