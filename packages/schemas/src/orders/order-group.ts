import { z } from 'zod';
import { incident } from '../incidents/incident.ts';

export const groupMembers = ['type', 'step', 'error', 'broker'] as const;
export type GroupMember = (typeof groupMembers)[number];

/** The hours of the counts of a group: the current hour and the 23 before it. */
export const groupHours = 24;
/** The most groups of one response. */
export const groupLimit = 200;

const count = z.int().min(0);

/** Failed orders with the same type, step and error code. */
const orderGroup = z
  .strictObject({
    type: z.string().optional().meta({ example: 'LINE_BLOCK' }),
    step: z.string().optional().meta({
      description: 'The `orderTypeStepCode` of the failed step; `none` if no step had started.',
      example: 'LINE_BLOCK.SUSPEND_NETWORK',
    }),
    errorCode: z.string().optional().meta({ example: 'network-timeout' }),
    brokerId: z.uuid().optional(),
    orderCount: count,
    brokerCount: count.meta({ description: 'How many brokers have such orders.' }),
    firstFailedAt: z.iso.datetime(),
    lastFailedAt: z.iso.datetime(),
    hourlyCounts: z
      .array(count)
      .length(groupHours)
      .meta({ description: 'The orders that failed in each hour from `meta.windowFrom` on.' }),
    filter: z.string().meta({
      description: 'The query of `GET /orders` that lists exactly these orders.',
      example: 'status=FAILED&superseded=false&errorCode=network-timeout',
    }),
    orderFilter: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The same filter for the body of a bulk operation.' }),
    incident: incident.optional().meta({
      description:
        'Who is on these orders, and a note about them. For operators, if the groups are those of `type,step,error`.',
    }),
  })
  .meta({ id: 'OrderGroup' });

export const orderGroups = z.strictObject({
  items: z.array(orderGroup).max(groupLimit),
  meta: z.strictObject({
    total: count.meta({ description: 'The number of groups. At most 200 are listed, the largest first.' }),
    orderCount: count.meta({ description: 'The number of orders in all groups.' }),
    windowFrom: z.iso.datetime().meta({ description: 'The beginning of the first hour of `hourlyCounts`.' }),
  }),
});

export type OrderGroups = z.infer<typeof orderGroups>;
