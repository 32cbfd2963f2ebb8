import { hasScope } from '@linework/auth/caller';
import { defineRoute } from '@linework/http/define-route';
import { type AcceptedRequest, type Endpoint, implement, type RequestOf } from '@linework/http/implement';
import { emitOperatorEvent } from '@linework/operators/emit-operator-event';
import { missingScope } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
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
  description:
    'Needs the role `operator`, or one that is a set of scopes and has that of the record. ' +
    'The event `operator.unmasked` keeps who read which record, and the reason.',
  scope: 'operator',
  body: z.strictObject({ resource: z.enum(kinds), id: z.uuid(), reason: z.string().trim().min(3).max(500) }),
  responses: {
    200: {
      description: 'The record as the public interface shows it.',
      body: z.strictObject({ record: z.looseObject({}) }),
    },
  },
  problems: ['not-signed-in', 'missing-role', 'missing-scope', 'not-found'],
});

export const unmaskRecord = implement(unmaskRecordRoute, async (request, deps: Deps) => {
  const { resource, id, reason } = request.body;
  const endpoint = readers[resource];
  const body = await readInClear(endpoint, request, deps, id);
  await keepReading(request, deps, { resource, id, reason });
  return { status: 200, body: { record: body as Readonly<Record<string, unknown>> } };
});

type Clear = Pick<RequestOf<typeof unmaskRecordRoute>, 'caller'> & AcceptedRequest;

/** What an operation reads for the caller. It asks for no scope of its own, so the one of the record counts. */
async function readInClear(
  { route, handle }: Endpoint<Deps>,
  request: Clear,
  deps: Deps,
  id: string,
): Promise<unknown> {
  const { scope } = route;
  if (scope !== null && !hasScope(request.caller, scope)) throw missingScope(scope);
  const params = Object.fromEntries(
    Object.keys((route as { readonly params: z.ZodObject }).params.shape).map((name) => [name, id]),
  );
  return (await handle({ ...request, params, query: {}, body: undefined }, deps)).body;
}

/** Before the response: nobody reads in clear without a trace. */
async function keepReading(
  { caller }: Clear,
  { db }: Deps,
  details: { readonly resource: string; readonly id: string; readonly reason: string },
): Promise<void> {
  const { id: operatorId } = getPerson(caller);
  await emitOperatorEvent(db, { type: eventType('operator.unmasked'), operatorId, byId: operatorId, details });
}

const unmaskDocumentRoute = defineRoute({
  name: 'unmaskDocument',
  method: 'post',
  path: '/unmask-document',
  tag: 'console',
  summary: 'Read the document of a tax receipt, which has names and tax ids in clear',
  description: 'As for a record: the event `operator.unmasked` keeps who read which document, and the reason.',
  scope: 'operator',
  cost: 'document',
  body: z.strictObject({ id: z.uuid(), reason: z.string().trim().min(3).max(500) }),
  responses: {
    200: {
      description: 'The PDF as base64, and the XML that was authorised where there is one.',
      body: z.strictObject({ pdf: z.base64(), xml: z.string().optional() }),
    },
  },
  problems: ['not-signed-in', 'missing-role', 'missing-scope', 'not-found'],
});

const readDocument = taxReceipts['/tax-receipts']['/{id}']['/document'].get;

export const unmaskDocument = implement(unmaskDocumentRoute, async (request, deps: Deps) => {
  const { id, reason } = request.body;
  const read = (mediaType: string) => readInClear(readDocument, { ...request, mediaType }, deps, id);
  const pdf = (await read('application/pdf')) as Uint8Array;
  const xml = await read('application/xml').catch((error: unknown) => {
    if (error instanceof Problem && error.status === 406) return undefined;
    throw error;
  });
  await keepReading(request, deps, { resource: 'tax-receipt', id, reason });
  return {
    status: 200,
    body: { pdf: Buffer.from(pdf).toString('base64'), ...(xml !== undefined && { xml: String(xml) }) },
  };
});
