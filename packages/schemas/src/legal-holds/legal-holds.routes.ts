import { defineRoute } from '@linework/http/define-route';
import { booleanFromText, listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { legalHold } from './legal-hold.ts';

const reason = z.string().trim().min(1).max(500);

const hasMembers = ({ value }: { readonly value: unknown }): boolean => typeof value === 'object' && value !== null;

export const listLegalHoldsRoute = defineRoute({
  name: 'listLegalHolds',
  method: 'get',
  path: '/legal-holds',
  tag: 'legal-holds',
  summary: 'List legal holds',
  description: 'Lifted ones are listed too, unless `lifted=false`. An operator sees those of all brokers.',
  scope: 'legal-holds:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      brokerId: listFromText(z.uuid()).optional(),
      customerId: z.uuid().optional(),
      lifted: booleanFromText.optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of legal holds.',
      body: pagedEnvelope(legalHold),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const placeLegalHoldRoute = defineRoute({
  name: 'placeLegalHold',
  method: 'post',
  path: '/legal-holds',
  tag: 'legal-holds',
  summary: 'Place a legal hold on a holder or on a whole broker',
  description:
    'Until it is lifted the holder cannot be anonymised, and what a job would delete of it is kept. A hold on a ' +
    'broker is on all its holders. There may be several on one holder.',
  scope: 'legal-holds:write',
  body: z
    .strictObject({
      customerId: z.uuid().optional().meta({ description: 'The holder. Either this or `brokerId`.' }),
      brokerId: z.uuid().optional().meta({ description: 'The whole broker. Either this or `customerId`.' }),
      reason: reason.meta({ description: 'Stored with the hold and in its event.' }),
    })
    .refine(({ customerId, brokerId }) => (customerId === undefined) !== (brokerId === undefined), {
      error: 'must have either customerId or brokerId',
      when: hasMembers,
    })
    .meta({
      oneOf: [{ required: ['customerId'] }, { required: ['brokerId'] }],
      example: { customerId: '01994f7e-30c1-7c50-9d5f-2f6f3f8f0a11', reason: 'Process 0001234-56.2026.8.26.0100' },
    }),
  responses: { 201: { description: 'The legal hold.', body: legalHold, headers: { Location: 'The legal hold' } } },
  problems: ['unknown-holder', 'holder-anonymised', 'unknown-broker', 'other-broker'],
});

export const getLegalHoldRoute = defineRoute({
  name: 'getLegalHold',
  method: 'get',
  path: '/legal-holds/{id}',
  tag: 'legal-holds',
  summary: 'Get a legal hold',
  description: 'It says on what it is, who placed it and why, and after its end who lifted it and why.',
  scope: 'legal-holds:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The legal hold.', body: legalHold } },
  problems: ['not-found'],
});

export const liftLegalHoldRoute = defineRoute({
  name: 'liftLegalHold',
  method: 'post',
  path: '/legal-holds/{id}/lift',
  tag: 'legal-holds',
  summary: 'Lift a legal hold',
  description:
    'If no other hold is on the holder, it can be anonymised again, and what was kept longer than usual is ' +
    'deleted within minutes. Only an operator lifts what an operator has placed.',
  scope: 'legal-holds:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reason: reason.meta({ description: 'Stored with the hold and in its event.' }) }),
  responses: { 200: { description: 'The legal hold.', body: legalHold } },
  problems: ['not-found', 'legal-hold-lifted', 'legal-hold-of-operator'],
});
