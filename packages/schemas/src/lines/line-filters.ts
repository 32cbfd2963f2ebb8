import { listFromText, msisdnFromText, restorePlus } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { dropIccidPadding } from '../inventory/iccid.ts';
import { lineLifecycle } from '../lifecycles/line.lifecycle.ts';

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
  iccId: z.string().min(1).max(22).overwrite(dropIccidPadding).optional(),
  externalCode: restorePlus(z.string().min(1).max(200))
    .optional()
    .meta({ description: 'A part of the external code, in any case.' }),
};
