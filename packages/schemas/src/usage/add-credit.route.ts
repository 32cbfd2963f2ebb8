import { defineRoute } from '@linework/http/define-route';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { usageTypes } from '../catalog/product.ts';
import { freeForm } from '../free-form.ts';
import { hasMembers } from '../has-members.ts';
import { lineProduct } from './line-product.ts';
import { usageCredit } from './usage-credit.ts';
import { recordAmountLimit } from './usage-record.ts';

export const addCreditRoute = defineRoute({
  name: 'addCredit',
  method: 'post',
  path: '/lines/{lineId}/products/{productId}/credits',
  tag: 'usage',
  summary: 'Add a credit to the balance of a product',
  description:
    'The credit can be used until its due date. Of several credits, the one that expires first is used first.',
  scope: 'usage:write',
  params: lineProduct,
  body: z
    .strictObject({
      type: z.enum(usageTypes).optional().meta({ description: 'Selects the first component of this type.' }),
      componentId: z.uuid().toLowerCase().optional(),
      amount: z.int().min(1).max(recordAmountLimit).meta({ description: 'In bytes, seconds or messages.' }),
      dueDate: timestampFromText,
      metadata: freeForm.optional(),
    })
    .refine((body) => (body.type === undefined) !== (body.componentId === undefined), {
      error: 'must have either type or componentId',
      when: hasMembers,
    })
    .meta({ oneOf: [{ required: ['type'] }, { required: ['componentId'] }] }),
  responses: {
    201: { description: 'The credit.', body: usageCredit, headers: { Location: 'The balance with the credit' } },
  },
  problems: ['not-found', 'already-due', 'no-component', 'product-not-active'],
});
