import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { federalTaxId } from './federal-tax-id.ts';
import { holder } from './holder.ts';
import { address, email, externalCode, holderName, phone } from './holder-details.ts';

export const createHolderRoute = defineRoute({
  name: 'createHolder',
  method: 'post',
  path: '/holders',
  tag: 'holders',
  summary: 'Create a holder',
  description: 'A holder is the person or company that owns lines, subscriptions and invoices.',
  scope: 'holders:write',
  requiresBrokerFromOperator: true,
  body: z.strictObject({
    brokerId: z.uuid().optional().meta({ description: 'Required with the key of an operator.' }),
    name: holderName,
    federalTaxId,
    email: email.optional(),
    phone: phone.optional(),
    address: address.optional(),
    externalCode: externalCode.optional(),
    metadata: withoutCardNumbers(freeForm).default({}),
  }),
  responses: { 201: { description: 'The new holder.', body: holder, headers: { Location: 'The holder' } } },
  problems: ['external-code-taken', 'tax-id-taken'],
});
