import { z } from 'zod';
import { orderLifecycle } from '../lifecycles/order.lifecycle.ts';

export const reportMembers = ['day', 'type', 'status', 'error'] as const;
export type ReportMember = (typeof reportMembers)[number];

/** The longest period of a report. */
export const reportLimitDays = 31;
/** The period of a report that names none. */
export const reportDefaultDays = 7;
/** The most rows of a report. */
export const reportRowLimit = 1_000;

const count = z.int().min(0);
const seconds = z
  .number()
  .min(0)
  .optional()
  .meta({
    description:
      'From the creation, or from the requested time of a scheduled order, to the completion; within 2.5 %. Absent ' +
      'if none was completed.',
  });

const orderReportRow = z
  .strictObject({
    day: z.iso.date().optional().meta({ description: 'The UTC day of the creation.' }),
    type: z.string().optional(),
    status: z.enum(orderLifecycle.statuses).optional(),
    errorCode: z.string().optional().meta({ description: 'Only orders that need attention have one.' }),
    count,
    p50Seconds: seconds,
    p95Seconds: seconds,
    p99Seconds: seconds,
  })
  .meta({ id: 'OrderReportRow' });

export const orderReport = z.strictObject({
  items: z.array(orderReportRow).max(reportRowLimit),
  meta: z.strictObject({
    total: count.meta({ description: 'The number of rows. At most 1,000 are listed.' }),
    orderCount: count.meta({ description: 'The number of orders in all rows.' }),
    createdAtFrom: z.iso.datetime(),
    createdAtTo: z.iso.datetime(),
  }),
});

export type OrderReport = z.infer<typeof orderReport>;
