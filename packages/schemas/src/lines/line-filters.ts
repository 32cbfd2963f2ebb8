import { listFromText, msisdnFromText, restorePlus } from '@linework/http/from-text';
import { rangeEnd, rangeStart, timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { dropIccidPadding } from '../inventory/iccid.ts';
import { lineLifecycle } from '../lifecycles/line.lifecycle.ts';
import { driftKinds } from '../values/drift-kinds.ts';

/** The filters of lines, in lists and in bulk operations. */
export const lineFilters = {
  ...timeFilters,
  status: listFromText(z.enum(lineLifecycle.statuses)).optional(),
  brokerId: listFromText(z.uuid()).optional(),
  customerId: listFromText(z.uuid()).optional().meta({ description: 'Holders.' }),
  subscriptionId: listFromText(z.uuid()).optional(),
  msisdn: msisdnFromText(z.string().min(1).max(20))
    .optional()
    .meta({ description: 'E.164, with or without the plus sign.', example: '+5511987654321' }),
  msisdnPrefix: msisdnFromText(z.string().regex(/^\+[1-9]\d{0,14}$/, 'must be + and the first digits of a number'))
    .optional()
    .meta({
      description: 'The first digits of the number, country code first: +5511 is the area code 11.',
      example: '+5511',
    }),
  activatedAtFrom: rangeStart,
  activatedAtTo: rangeEnd,
  iccId: z.string().min(1).max(22).overwrite(dropIccidPadding).optional(),
  drift: listFromText(z.enum(driftKinds)).optional().meta({ description: 'Lines with an open drift of these kinds.' }),
  externalCode: restorePlus(z.string().min(1).max(200))
    .optional()
    .meta({ description: 'A part of the external code, in any case.' }),
};
