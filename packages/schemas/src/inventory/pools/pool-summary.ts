import { z } from 'zod';
import { resourceLifecycle } from '../../lifecycles/resource.lifecycle.ts';
import { poolCheckDigits } from '../iccid.ts';

const count = z.int().min(0);

/** The days for which the summary says what quarantine gives back, today included. */
export const returnDays = 30;

/** The periods over which the consumption is measured. */
export const consumptionDays = [7, 30] as const;

const consumption = z.strictObject({
  days: z.int().min(1),
  used: count.meta({ description: 'How many resources of the pool were taken into use in these days.' }),
  perDay: z.number().min(0),
  daysLeft: z
    .number()
    .min(0)
    .optional()
    .meta({
      description:
        'For how many days the available resources last at this consumption, without those that come back. Absent if ' +
        'nothing was used.',
    }),
  daysUntilLow: z.number().min(0).optional().meta({
    description: 'The same until fewer than `lowAvailabilityThreshold` are available. Absent without a threshold.',
  }),
});

/** The stock of a pool, and for how long it lasts. */
export const poolSummary = z
  .strictObject({
    poolId: z.uuid(),
    counts: z.strictObject(
      Object.fromEntries(resourceLifecycle.statuses.map((status) => [status, count])) as Record<
        (typeof resourceLifecycle.statuses)[number],
        typeof count
      >,
    ),
    total: count,
    lowAvailabilityThreshold: z.number().min(0),
    isLow: z
      .boolean()
      .meta({ description: 'Whether the event `pool.low_availability_reached` was emitted and is still valid.' }),
    checkDigit: z
      .enum(poolCheckDigits)
      .optional()
      .meta({ description: 'What the last digit of the ICCIDs is. Absent if it is no pool of SIMs.' }),
    returns: z
      .array(z.strictObject({ day: z.iso.date(), count }))
      .max(returnDays)
      .meta({
        description:
          'How many resources come back from quarantine on each day (UTC), beginning today. Resources of a type ' +
          'that is not reusable never come back.',
      }),
    returnsLater: count.meta({ description: 'How many come back after these days.' }),
    consumption: z.array(consumption).length(consumptionDays.length),
  })
  .meta({ id: 'PoolSummary' });

export type PoolSummary = z.infer<typeof poolSummary>;
