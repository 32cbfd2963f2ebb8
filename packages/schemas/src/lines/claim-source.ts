import { z } from 'zod';

const from = 'exactly one of resourceId, reservationId and poolId';

/** Where a number or a SIM is to come from: a certain one, one that a reservation keeps, or the next of a pool. */
export const claimSource = z
  .union([z.strictObject({ resourceId: z.uuid() }), z.strictObject({ reservationId: z.uuid() }), z.strictObject({ poolId: z.uuid() })], `must hold ${from}`)
  .meta({ description: `Where it comes from: ${from}.` });
