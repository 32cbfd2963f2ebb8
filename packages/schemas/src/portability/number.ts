import { rangeEnd, rangeStart } from '@linework/http/list-query';
import { z } from 'zod';
import { msisdnPattern } from '../inventory/msisdn.ts';

/** A number in E.164 form. The domain checks whether it can be ported. */
export const e164Number = z
  .string()
  .regex(msisdnPattern, 'must be a number in E.164 form, with the plus sign')
  .meta({ description: 'E.164, with the plus sign', example: '+5511987654321' });

/** An operator, by its code at the clearing house. */
export const operatorCode = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, hyphens or underscores')
  .meta({ description: 'The other operator, by its code at the clearing house.', example: '55321' });

/** The clearing house's number of a bilhete. */
export const ticket = z
  .string()
  .regex(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 visible characters')
  .meta({ description: "The clearing house's number of the request." });

/** Filters by the time from which a number can move. Both ends are inclusive. */
export const windowFilters = { opensFrom: rangeStart, opensTo: rangeEnd };
