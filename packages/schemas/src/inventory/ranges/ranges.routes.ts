import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { eventListRequest } from '../../events/event-list.ts';
import { range, rangeKinds, rangePatterns } from './range.ts';

export const listRangesRoute = defineRoute({
  name: 'listRanges',
  method: 'get',
  path: '/inventory/ranges',
  tag: 'Inventory',
  summary: 'List the ranges that are assigned to brokers',
  description: 'Lists the ranges of codes that operators have assigned to brokers.',
  scope: 'inventory:read',
  query: listQuery({
    sortBy: { createdAt: 'time', from: 'text' },
    filters: { kind: listFromText(z.enum(rangeKinds)).optional(), brokerId: listFromText(z.uuid()).optional() },
  }),
  responses: {
    200: {
      description: 'One page of ranges.',
      body: pagedEnvelope(range),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

const code = z.string().min(1).max(20);

const newRange = z
  .strictObject({
    kind: z.enum(rangeKinds),
    from: code.meta({
      description: 'The first code of the range, in the form of the resources.',
      example: '+5511900000000',
    }),
    to: code.meta({ description: 'The last code of the range, of the same length.', example: '+5511900009999' }),
    brokerId: z.uuid(),
  })
  .superRefine(({ kind, from, to }, context) => {
    const { pattern, rule } = rangePatterns[kind];
    const invalid = Object.entries({ from, to }).filter(([, end]) => !pattern.test(end));
    for (const [name] of invalid) context.addIssue({ code: 'custom', path: [name], message: rule });
    if (invalid.length > 0) return;
    if (from.length !== to.length)
      context.addIssue({ code: 'custom', path: ['to'], message: 'must have as many digits as `from`' });
    else if (from > to) context.addIssue({ code: 'custom', path: ['to'], message: 'must not be less than `from`' });
  });

export const createRangeRoute = defineRoute({
  name: 'createRange',
  method: 'post',
  path: '/inventory/ranges',
  tag: 'Inventory',
  summary: 'Assign a range of numbers, ICCIDs or IMSIs to a broker',
  description:
    "Resources can only be created with codes from the ranges of their pool's broker: the number of an MSISDN, " +
    'the ICCID and the IMSI of a SIM. A ported-in number needs no range. ' +
    'Ranges of one kind must not overlap: the response to an overlapping range is 422 with the other `ranges`. ' +
    'Where several cells share a registry (`RANGE_REGISTRY_URL`), it must have the range for this broker: 409 ' +
    '`range-registered` if another broker of any cell has a part of it, 503 while the registry does not answer.',
  scope: 'operator',
  calls: 'range-registry',
  body: newRange,
  responses: { 201: { description: 'The range.', body: range, headers: { Location: 'The range' } } },
  problems: ['range-overlaps', 'range-registered', 'unknown-broker'],
});

export const getRangeRoute = defineRoute({
  name: 'getRange',
  method: 'get',
  path: '/inventory/ranges/{id}',
  tag: 'Inventory',
  summary: 'Get a range',
  description: 'A range is the set of codes that an operator has assigned to a broker.',
  scope: 'inventory:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The range.', body: range } },
  problems: ['not-found'],
});

export const deleteRangeRoute = defineRoute({
  name: 'deleteRange',
  method: 'delete',
  path: '/inventory/ranges/{id}',
  tag: 'Inventory',
  summary: 'Delete a range of a broker',
  description: 'Its resources stay unchanged, but new ones can no longer be created in it.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Deleted.' } },
  problems: ['not-found'],
});

export const listRangeEventsRoute = defineRoute({
  ...eventListRequest,
  name: 'listRangeEvents',
  path: '/inventory/ranges/{id}/events',
  tag: 'Inventory',
  summary: 'List the events of a range',
  description: 'Events are listed oldest first. The events of a deleted range are listed too.',
  scope: 'inventory:read',
});
