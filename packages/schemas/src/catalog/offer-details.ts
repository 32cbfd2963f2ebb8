import { z } from 'zod';

/** The details of an offer that are set when it is created and can change later. */
export const offerName = z.string().trim().min(1).max(200);
export const description = z.string().trim().min(1).max(2_000);
export const externalCode = z.string().min(1).max(200).meta({ description: 'Unique among the offers of a broker.' });
