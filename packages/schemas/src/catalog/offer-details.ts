import { z } from 'zod';

/** What may be said of an offer when it is made, and otherwise later. */
export const offerName = z.string().trim().min(1).max(200);
export const description = z.string().trim().min(1).max(2_000);
export const externalCode = z.string().min(1).max(200).meta({ description: 'Unique among the offers of a broker.' });
