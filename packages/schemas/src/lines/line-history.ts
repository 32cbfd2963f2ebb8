import { defineRoute } from '@linework/http/define-route';
import { msisdnFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { msisdnPattern } from '../inventory/msisdn.ts';
import { cause, instant, instantOfAnswer } from '../values/cause.ts';
import { line } from './line.ts';

/** A line as it was at an instant. What has no history is left out: the external code and the metadata. */
export const lineAtInstant = line
  .omit({ updatedAt: true, externalCode: true, metadata: true })
  .extend({
    at: instantOfAnswer,
    causes: z
      .strictObject({
        status: cause,
        holder: cause.optional(),
        msisdn: cause.optional(),
        iccId: cause.optional(),
        subscriptionId: cause.optional(),
      })
      .meta({ description: 'What made each value what it was.' }),
  })
  .meta({ id: 'LineAtInstant' });

export type LineAtInstant = z.infer<typeof lineAtInstant>;

export const getLineAtInstantRoute = defineRoute({
  name: 'getLineAtInstant',
  method: 'get',
  path: '/lines/{id}/past',
  tag: 'lines',
  summary: 'Get a line as it was at an instant',
  description:
    'Its status, holder, number, SIM and subscription, each with the order or the actor that made it so. The name of ' +
    'the holder is the one of then; after an anonymisation it stays erased. An instant before the line existed is ' +
    'not-found, and the answer tells since when the line is known. Without `at` it is the line of now.',
  scope: 'lines:read',
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ at: instant.optional() }),
  responses: { 200: { description: 'The line at that instant.', body: lineAtInstant } },
  problems: ['not-found'],
});

/** A period in which a holder had a number. */
export const numberPeriod = z
  .strictObject({
    id: z.uuid().meta({ description: 'The id of the allocation.' }),
    resourceId: z.uuid(),
    brokerId: z.uuid(),
    lineId: z.uuid().optional().meta({ description: 'The last line that had it in this period.' }),
    holder: line.shape.holder,
    heldFrom: z.iso.datetime(),
    heldTo: z.iso.datetime().optional().meta({ description: 'Absent while the holder has the number.' }),
    began: cause.optional(),
    ended: cause.optional(),
  })
  .meta({ id: 'NumberPeriod' });

export type NumberPeriod = z.infer<typeof numberPeriod>;

export const listNumberHistoryRoute = defineRoute({
  name: 'listNumberHistory',
  method: 'get',
  path: '/numbers/{msisdn}/history',
  tag: 'lines',
  summary: 'List who had a number, and when',
  description:
    'Each period in which a holder had the number, newest first, with what began and ended it. A broker sees the ' +
    'periods of its own holders; a number of which the caller sees none is not-found. The name is the one of ' +
    'now; after an anonymisation it stays erased.',
  scope: 'lines:read',
  params: z.strictObject({
    msisdn: msisdnFromText(z.string().regex(msisdnPattern, 'must be a number in E.164 form, with the plus sign')),
  }),
  query: listQuery({ sortBy: { heldFrom: 'time' }, filters: { at: instant.optional() } }),
  responses: {
    200: {
      description: 'One page of periods: at most one with `at`, for each broker that had the number then.',
      body: pagedEnvelope(numberPeriod),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: ['not-found'],
});
