import { z } from 'zod';
import { reservationLifecycle } from '../../lifecycles/reservation.lifecycle.ts';
import { freeForm } from '../../values/free-form.ts';

const timestamp = z.iso.datetime();

/** The limit of resources in one reservation. */
export const reservationLimit = 1_000;

/** A reservation as every client sees it. */
export const reservation = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    quantity: z
      .int()
      .min(1)
      .max(reservationLimit)
      .meta({ description: 'The requested quantity. A partial reservation has fewer resources.' }),
    reservationTTL: z.int().min(0).max(2_147_483_647).meta({ description: 'Seconds.' }),
    status: z.enum(reservationLifecycle.statuses).meta({ description: 'EXPIRED as soon as `expiresAt` has passed.' }),
    resourceIds: z.array(z.uuid()).meta({
      description: 'The reserved resources in the order of the pool, and then the other members of their groups.',
    }),
    expiresAt: timestamp,
    metadata: freeForm,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Reservation' });

export type Reservation = z.infer<typeof reservation>;
