import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { range, rangeKinds, rangePatterns } from './range.ts';

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
    "Resources can only be created with codes from the ranges of their pool's broker: the number of an MSISDN, the ICCID and the IMSI of a SIM. A ported-in number needs no range. " +
    'Ranges of one kind must not overlap: the response to an overlapping range is 422 with the other `ranges`.',
  scope: 'operator',
  body: newRange,
  responses: { 201: { description: 'The range.', body: range, headers: { Location: 'The range' } } },
  problems: ['range-overlaps', 'unknown-broker'],
});
