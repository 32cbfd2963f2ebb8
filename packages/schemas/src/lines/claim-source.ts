import { z } from 'zod';

const from = 'exactly one of resourceId, reservationId and poolId';

/** The source of a number or a SIM: a named resource, a reservation, or the next resource of a pool. */
export const claimSource = z
  .union(
    [
      z.strictObject({ resourceId: z.uuid() }),
      z.strictObject({ reservationId: z.uuid() }),
      z.strictObject({ poolId: z.uuid() }),
    ],
    `must have ${from}`,
  )
  .meta({ description: `The source: ${from}.` });
