import { booleanFromText, listFromText, msisdnFromText, restorePlus } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { orderLifecycle } from './order.lifecycle.ts';
import { orderTypeCodes } from './order-types.ts';

const code = z.string().min(1).max(200);

/** What orders can be picked by, in a list as in a bulk operation. */
export const orderFilters = {
  ...timeFilters,
  status: listFromText(z.enum(orderLifecycle.statuses)).optional(),
  type: listFromText(z.enum(orderTypeCodes)).optional(),
  resourceId: listFromText(z.uuid()).optional(),
  brokerId: listFromText(z.uuid()).optional(),
  correlationId: z.string().min(1).max(255).optional(),
  lineId: listFromText(z.uuid()).optional(),
  msisdn: msisdnFromText(z.string().min(1).max(20)).optional().meta({ description: 'The number that the line of the order has now.' }),
  externalCode: restorePlus(code).optional().meta({ description: 'The external code that the line of the order has now, in full.' }),
  step: listFromText(code).optional().meta({ description: 'The `orderTypeStepCode` of the step that failed, of orders that need attention.' }),
  errorCode: listFromText(code).optional().meta({ description: 'The `code` of the error that stopped the order, of orders that need attention.' }),
  superseded: booleanFromText
    .optional()
    .meta({ description: '`false` leaves out the orders that a newer order has superseded, and `true` leaves out all others.' }),
  bulkOperationId: listFromText(z.uuid()).optional().meta({ description: 'The bulk operation that placed the order, or that was asked to change it.' }),
};

/** What a list of orders can be sorted by. */
export const orderSorts = { createdAt: 'time', updatedAt: 'time' } as const;
