import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { federalTaxId } from './federal-tax-id.ts';
import { holder } from './holder.ts';
import { address, email, externalCode, holderName, phone } from './holder-details.ts';

export const changeHolderRoute = defineRoute({
  name: 'changeHolder',
  method: 'patch',
  path: '/holders/{id}',
  tag: 'holders',
  summary: 'Change a holder',
  description: 'Absent members stay unchanged; null removes a member.',
  scope: 'holders:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: holderName.optional(),
    federalTaxId: federalTaxId.optional(),
    email: email.nullable().optional(),
    phone: phone.nullable().optional(),
    address: address.nullable().optional().meta({ description: 'Replaces the whole address.' }),
    externalCode: externalCode.nullable().optional(),
    metadata: withoutCardNumbers(freeForm).optional().meta({ description: 'Replaces the whole object.' }),
  }),
  responses: { 200: { description: 'The changed holder.', body: holder } },
  problems: ['not-found', 'already-anonymised', 'external-code-taken', 'tax-id-taken'],
});
