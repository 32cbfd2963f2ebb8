import { z } from 'zod';
import { lineLifecycle } from '../lifecycles/line.lifecycle.ts';

/** A Brazilian number has an area code (DDD) of two digits. */
export const areaCode = z.string().regex(/^[1-9]{2}$/, 'must be an area code (DDD) of two digits');

const count = z.int().min(0);

const lineCount = z
  .strictObject({
    areaCode: areaCode.optional().meta({ description: 'Absent for numbers of other countries.', example: '11' }),
    status: z.enum(lineLifecycle.statuses),
    count,
  })
  .meta({ id: 'LineCount' });

/** At most all area codes with all statuses. */
const rowLimit = 1_200;

export const lineCounts = z.strictObject({
  items: z.array(lineCount).max(rowLimit),
  meta: z.strictObject({
    day: z.iso.date(),
    countedAt: z.iso.datetime().meta({ description: 'When the lines were counted: now, or after the end of the day.' }),
    lineCount: count.meta({ description: 'The number of lines in all rows.' }),
  }),
});

export type LineCounts = z.infer<typeof lineCounts>;
