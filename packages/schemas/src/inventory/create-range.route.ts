import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { range, rangeKinds, rangePatterns } from './range.ts';

const code = z.string().min(1).max(20);

const newRange = z
  .strictObject({
    kind: z.enum(rangeKinds),
    from: code.meta({ description: 'The first code of the range, as resources have it.', example: '+5511900000000' }),
    to: code.meta({ description: 'The last code of the range, of the same length.', example: '+5511900009999' }),
    brokerId: z.uuid(),
  })
  .superRefine(({ kind, from, to }, context) => {
    const { pattern, rule } = rangePatterns[kind];
    const invalid = Object.entries({ from, to }).filter(([, end]) => !pattern.test(end));
    for (const [name] of invalid) context.addIssue({ code: 'custom', path: [name], message: rule });
    if (invalid.length > 0) return;
    if (from.length !== to.length) context.addIssue({ code: 'custom', path: ['to'], message: 'must have as many digits as from' });
    else if (from > to) context.addIssue({ code: 'custom', path: ['to'], message: 'must not be below from' });
  });

export const createRangeRoute = defineRoute({
  name: 'createRange',
  method: 'post',
  path: '/inventory/ranges',
  tag: 'Inventory',
  summary: 'Assign a range of numbers, ICCIDs or IMSIs to a broker',
  description:
    "Resources are made only with codes from the ranges of their pool's broker: the number of an MSISDN, the ICCID and the IMSI of a SIM. A number that is ported in needs none. " +
    'Ranges of one kind do not overlap: a range that would is refused with 422, and `ranges` are those in the way.',
  scope: 'operator',
  body: newRange,
  responses: { 201: { description: 'The range.', body: range, headers: { Location: 'The range' } } },
  problems: ['range-overlaps', 'unknown-broker'],
});
