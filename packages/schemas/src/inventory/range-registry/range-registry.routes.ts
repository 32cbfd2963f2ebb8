import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { rangePatterns } from '../ranges/range.ts';

/** What has one owner over all cells: the codes of ranges, and the series of companies that issue tax receipts. */
const registeredKinds = ['MSISDN', 'ICCID', 'IMSI', 'SERIES'] as const;

const patterns = { ...rangePatterns, SERIES: { pattern: /^\d{3}$/, rule: 'must be a series of three digits' } };

const company = z
  .string()
  .regex(/^[0-9A-Z]{14}$/, 'must be a CNPJ without punctuation')
  .meta({ description: 'The CNPJ of the company, without punctuation; only for a series.' });

/** A range that a broker of any cell owns. */
export const registeredRange = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(registeredKinds),
    company: company.optional(),
    from: z.string().meta({ description: 'The first code.', example: '+5511900000000' }),
    to: z.string().meta({ description: 'The last code.', example: '+5511900009999' }),
    brokerId: z.uuid().meta({ description: 'The id of the broker in its cell.' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'RegisteredRange' });

export type RegisteredRange = z.infer<typeof registeredRange>;

/** What a broker of a cell is to own. */
export type RangeClaim = Pick<RegisteredRange, 'kind' | 'company' | 'from' | 'to' | 'brokerId'>;

const code = z.string().min(1).max(20);

const newRegisteredRange = z
  .strictObject({
    kind: z.enum(registeredKinds),
    company: company.optional(),
    from: code.meta({ description: 'The first code, in the form of the resources.', example: '+5511900000000' }),
    to: code.meta({ description: 'The last code, of the same length.', example: '+5511900009999' }),
    brokerId: z.uuid().meta({ description: 'The id of the broker in its cell. This Linework need not know it.' }),
  })
  .superRefine(({ kind, company, from, to }, context) => {
    const { pattern, rule } = patterns[kind];
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((kind === 'SERIES') !== (company !== undefined))
      issue('company', kind === 'SERIES' ? 'is required for a series' : 'is allowed only for a series');
    const invalid = Object.entries({ from, to }).filter(([, end]) => !pattern.test(end));
    for (const [name] of invalid) issue(name, rule);
    if (invalid.length > 0) return;
    if (from.length !== to.length) issue('to', 'must have as many digits as `from`');
    else if (from > to) issue('to', 'must not be less than `from`');
    else if (kind === 'SERIES' && from !== to) issue('to', 'must be equal to `from`: series are registered one by one');
  });

export const listRegisteredRangesRoute = defineRoute({
  name: 'listRegisteredRanges',
  method: 'get',
  path: '/range-registry',
  tag: 'Inventory',
  summary: 'List the ranges and series that brokers of all cells own',
  description: 'Only the Linework that is the registry of the others has any.',
  scope: 'operator',
  query: listQuery({
    sortBy: { createdAt: 'time', from: 'text' },
    filters: {
      kind: listFromText(z.enum(registeredKinds)).optional(),
      company: company.optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of registered ranges.',
      body: pagedEnvelope(registeredRange),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const registerRangeRoute = defineRoute({
  name: 'registerRange',
  method: 'post',
  path: '/range-registry',
  tag: 'Inventory',
  summary: 'Register a range or a series for a broker of any cell',
  description:
    'Each cell sends this before it creates a range (`POST /inventory/ranges`) or a series (`POST /suppliers`), if ' +
    'its setting `RANGE_REGISTRY_URL` names this Linework. A range that the broker owns already, also as a part of a ' +
    'larger one, is returned as it is. A range that overlaps another one is rejected.',
  scope: 'operator',
  body: newRegisteredRange,
  responses: { 200: { description: 'The registered range that has all these codes.', body: registeredRange } },
  problems: ['range-registered'],
});

export const deleteRegisteredRangeRoute = defineRoute({
  name: 'deleteRegisteredRange',
  method: 'delete',
  path: '/range-registry/{id}',
  tag: 'Inventory',
  summary: 'Delete a registered range, so that another broker can own it',
  description:
    'The ranges and series of the cells stay unchanged: delete those first. Numbers that lines still use would ' +
    'otherwise exist twice.',
  scope: 'operator',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 204: { description: 'Deleted.' } },
  problems: ['not-found'],
});
