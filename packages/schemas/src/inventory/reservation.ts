import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { reservationLifecycle } from './reservation.lifecycle.ts';

const timestamp = z.iso.datetime();

/** How many resources one reservation may ask for. */
export const reservationLimit = 1_000;

/** A reservation as every client sees it. */
export const reservation = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(reservationLifecycle.statuses).meta({ description: 'EXPIRED as soon as its time is over.' }),
    brokerId: z.uuid(),
    quantity: z.int().min(1).max(reservationLimit).meta({ description: 'What was asked for. A reservation that was granted in part has fewer.' }),
    resourceIds: z.array(z.uuid()).meta({ description: 'What was granted, in the order of the pool, and what moves with it.' }),
    reservationTTL: z.int().min(0).max(2_147_483_647).meta({ description: 'Seconds.' }),
    expiresAt: timestamp,
    metadata: freeForm,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Reservation' });

export type Reservation = z.infer<typeof reservation>;
