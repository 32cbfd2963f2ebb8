import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { series, supplier, supplierSettings } from './supplier.ts';

export const createSupplierRoute = defineRoute({
  name: 'createSupplier',
  method: 'post',
  path: '/suppliers',
  tag: 'tax-receipts',
  summary: 'Create a company that issues tax receipts',
  description: 'A broker may have several companies that issue tax receipts for its services.',
  scope: 'tax-receipts:write',
  requiresBrokerFromOperator: true,
  body: z.strictObject({
    ...supplierSettings,
    brokerId: z.uuid().optional().meta({ description: "The caller's broker by default; an operator must send one." }),
    federalTaxId: z.string().min(14).max(18).meta({
      description: 'CNPJ, of digits or with letters; punctuation is removed, and letters become upper case.',
      example: '11222333000181',
    }),
    series: series.optional().meta({
      description:
        'By default the first series that no supplier of this CNPJ has. A company that has issued receipts elsewhere sends a series that it has not used.',
    }),
  }),
  responses: { 201: { description: 'The company.', body: supplier, headers: { Location: 'The company' } } },
  problems: ['not-an-issuer', 'series-taken', 'tax-id-taken'],
});
