import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { supplier, supplierSettings } from './supplier.ts';

const { name, tradeName, stateTaxId, regime, address, collectorCode } = supplierSettings;

export const changeSupplierRoute = defineRoute({
  name: 'changeSupplier',
  method: 'patch',
  path: '/suppliers/{id}',
  tag: 'tax-receipts',
  summary: 'Change a company that issues tax receipts; its CNPJ and its broker stay',
  description: 'Receipts that were drafted stay as they were.',
  scope: 'tax-receipts:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    name: name.optional(),
    tradeName,
    stateTaxId: stateTaxId.optional(),
    regime: regime.optional(),
    address: address.optional(),
    collectorCode,
  }),
  answers: { 200: { description: 'The company as it is now.', body: supplier } },
  problems: ['not-found'],
});
