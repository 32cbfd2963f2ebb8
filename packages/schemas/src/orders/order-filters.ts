import { booleanFromText, listFromText, msisdnFromText, restorePlus } from '@linework/http/from-text';
import { timeFilters } from '@linework/http/list-query';
import { z } from 'zod';
import { orderLifecycle } from '../lifecycles/order.lifecycle.ts';
import { orderTypeCodes } from './order-types.ts';

const code = z.string().min(1).max(200);

/** The filters of orders, for lists and for bulk operations. */
export const orderFilters = {
  ...timeFilters,
  status: listFromText(z.enum(orderLifecycle.statuses)).optional(),
  type: listFromText(z.enum(orderTypeCodes)).optional(),
  resourceId: listFromText(z.uuid()).optional(),
  brokerId: listFromText(z.uuid()).optional(),
  correlationId: z.string().min(1).max(255).optional(),
  lineId: listFromText(z.uuid()).optional(),
  msisdn: msisdnFromText(z.string().min(1).max(20))
    .optional()
    .meta({ description: "The current number of the order's line." }),
  externalCode: restorePlus(code)
    .optional()
    .meta({ description: "The current external code of the order's line, in full." }),
  step: listFromText(code)
    .optional()
    .meta({ description: 'The `orderTypeStepCode` of the failed step. Only orders that need attention have one.' }),
  errorCode: listFromText(code)
    .optional()
    .meta({
      description:
        'The `code` of the error that stopped the order. Only orders that need attention have one. Write a comma ' +
        'inside a code as `\\,`.',
    }),
  superseded: booleanFromText.optional().meta({
    description: '`true` lists only the orders that a newer order has superseded; `false` lists only the others.',
  }),
  paused: booleanFromText
    .optional()
    .meta({ description: '`true` lists only the orders that wait for a pause to end; `false` lists only the others.' }),
  bulkOperationId: listFromText(z.uuid())
    .optional()
    .meta({ description: 'The bulk operation that placed the order or changes it.' }),
};

/** The members by which a list of orders can be sorted. */
export const orderSorts = { createdAt: 'time', updatedAt: 'time' } as const;
