import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { supplier, supplierSettings } from './supplier.ts';

const { name, tradeName, stateTaxId, regime, address, collectorCode } = supplierSettings;

export const changeSupplierRoute = defineRoute({
  name: 'changeSupplier',
  method: 'patch',
  path: '/suppliers/{id}',
  tag: 'tax-receipts',
  summary: 'Change a company that issues tax receipts; null removes a member',
  description: 'Its CNPJ, its series and its broker cannot change. Receipts that are already drafted stay as they are.',
  scope: 'tax-receipts:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: name.optional(),
    tradeName: tradeName.nullable(),
    stateTaxId: stateTaxId.optional(),
    regime: regime.optional(),
    address: address.optional(),
    collectorCode: collectorCode.nullable(),
  }),
  responses: { 200: { description: 'The company as it is now.', body: supplier } },
  problems: ['not-found', 'not-an-issuer'],
});
