import { defineRoute } from '@linework/http/define-route';
import { listFromText, msisdnFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { eventListRequest } from '../events/event-list.ts';
import { federalTaxId } from '../holders/federal-tax-id.ts';
import { portInLifecycle } from '../lifecycles/port-in.lifecycle.ts';
import { claimSource } from '../lines/claim-source.ts';
import { freeForm } from '../values/free-form.ts';
import { hasMembers } from '../values/has-members.ts';
import { e164Number, operatorCode, windowFilters } from './number.ts';
import { portIn } from './port-in.ts';

export const listPortInsRoute = defineRoute({
  name: 'listPortIns',
  method: 'get',
  path: '/portability/port-ins',
  tag: 'Portability',
  summary: 'List port-ins',
  description: 'Lists the numbers that come from other operators.',
  scope: 'portability:read',
  query: listQuery({
    sortBy: { createdAt: 'time', windowFrom: 'time' },
    filters: {
      ...timeFilters,
      ...windowFilters,
      status: listFromText(z.enum(portInLifecycle.statuses)).optional(),
      msisdn: msisdnFromText(e164Number).optional(),
      customerId: listFromText(z.uuid()).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of port-ins.',
      body: pagedEnvelope(portIn),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

const hasWindow = ({ value }: { readonly value: unknown }) => {
  const { windowFrom, windowUntil } = (value ?? {}) as Partial<Record<'windowFrom' | 'windowUntil', unknown>>;
  return windowFrom instanceof Date && windowUntil instanceof Date;
};

const body = z
  .strictObject({
    customerId: z.uuid().meta({ description: 'The holder of the number.' }),
    msisdn: e164Number,
    donor: operatorCode,
    federalTaxId: federalTaxId
      .optional()
      .meta({ description: "The tax id under which the donor knows the holder; by default the holder's own." }),
    windowFrom: timestampFromText.meta({
      description: 'In the future, at most 30 days ahead.',
      example: '2030-01-01T09:00:00-03:00',
    }),
    windowUntil: timestampFromText.meta({ example: '2030-01-01T12:00:00-03:00' }),
    poolId: z.uuid().meta({ description: 'The pool of MSISDNs for the number.' }),
    lineId: z
      .uuid()
      .optional()
      .meta({ description: 'The line that gets the number: an ACTIVE or BLOCKED line of the holder.' }),
    sim: claimSource.optional().meta({ description: 'For a new line: the source of its SIM.' }),
    activate: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the new line is activated at once; true by default.' }),
    metadata: freeForm.default({}),
  })
  .refine(({ lineId, sim }) => (lineId === undefined) !== (sim === undefined), {
    path: ['sim'],
    error: 'is required without lineId, and not allowed with it',
    when: hasMembers,
  })
  .refine(({ lineId, activate }) => lineId === undefined || activate === undefined, {
    path: ['activate'],
    error: 'is allowed only for a new line',
    when: hasMembers,
  })
  .refine(({ windowFrom, windowUntil }) => windowUntil > windowFrom, {
    path: ['windowUntil'],
    error: 'must be after windowFrom',
    when: hasWindow,
  })
  .meta({ oneOf: [{ required: ['sim'] }, { required: ['lineId'] }] });

export const createPortInRoute = defineRoute({
  name: 'createPortIn',
  method: 'post',
  path: '/portability/port-ins',
  tag: 'Portability',
  summary: 'Port a number in from another operator',
  description:
    'Linework calls the clearing house in the background. At the window an order creates the new line, or changes ' +
    'the number of the chosen line. A SIM that is named by its `resourceId` is claimed only then. If another open ' +
    'port-in names the same SIM, the response is 409 with the code `sim-taken` and its `portInId`.',
  scope: 'portability:write',
  body,
  responses: {
    202: {
      description: 'The port-in, which will be submitted to the clearing house.',
      body: portIn,
      headers: { Location: 'The port-in' },
    },
  },
  problems: [
    'holder-anonymised',
    'holder-without-tax-id',
    'portability-rejected',
    'sim-taken',
    'unknown-holder',
    'unknown-line',
    'not-found',
    'invalid-status-transition',
    'resource-not-available',
    'resource-group-incomplete',
    'unknown-source',
    'sim-without-imsi',
    'open-order',
  ],
});

export const getPortInRoute = defineRoute({
  name: 'getPortIn',
  method: 'get',
  path: '/portability/port-ins/{id}',
  tag: 'Portability',
  summary: 'Get a port-in',
  description: 'The tax id that is sent to the donor is never shown.',
  scope: 'portability:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The port-in.', body: portIn } },
  problems: ['not-found'],
});

export const listPortInEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listPortInEvents',
  path: '/portability/port-ins/{id}/events',
  tag: 'Portability',
  summary: 'List the events of a port-in, oldest first',
  scope: 'portability:read',
});

export const cancelPortInRoute = defineRoute({
  name: 'cancelPortIn',
  method: 'post',
  path: '/portability/port-ins/{id}/cancel',
  tag: 'Portability',
  summary: 'Cancel a port-in',
  description:
    'Linework requests the cancel at the clearing house. If it is too late there, the port-in continues as ' +
    'PENDING. Once an order assigns the number to its line, cancel that order instead (409 `order-placed`).',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    202: { description: 'The port-in, which is being cancelled.', body: portIn, headers: { Location: 'The port-in' } },
  },
  problems: ['not-found', 'invalid-status-transition', 'order-placed'],
});

export const correctPortInRoute = defineRoute({
  name: 'correctPortIn',
  method: 'post',
  path: '/portability/port-ins/{id}/correct',
  tag: 'Portability',
  summary: 'Correct a port-in that is in CONFLICT, and submit it to the clearing house again',
  description:
    'Members that are left out stay as they are. A window that has begun cannot be requested again: send a new one.',
  scope: 'portability:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    federalTaxId: federalTaxId.optional(),
    donor: operatorCode.optional(),
    windowFrom: timestampFromText.optional(),
    windowUntil: timestampFromText.optional(),
  }),
  responses: {
    202: { description: 'The port-in, PENDING again.', body: portIn, headers: { Location: 'The port-in' } },
  },
  problems: ['not-found', 'invalid-status-transition', 'already-anonymised', 'portability-rejected'],
});
