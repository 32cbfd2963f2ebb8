import { z } from 'zod';
import { postalAddress } from './postal-address.ts';

/** The details of a holder that are set when it is created and can change later. */
export const holderName = z.string().trim().min(1).max(200);
export const email = z.email().max(200);
export const phone = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'must be E.164, such as +5511987654321')
  .meta({ description: 'E.164, with the plus sign.', example: '+5511987654321' });
export const address = postalAddress;
export const externalCode = z.string().min(1).max(200).meta({ description: 'Unique among the holders of a broker.' });
