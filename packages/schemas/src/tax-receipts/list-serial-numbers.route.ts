import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { states } from '../holders/postal-address.ts';
import { serialNumber, taxEnvironments } from './serial-number.ts';
import { documentModels } from './tax-receipt.ts';

const { createdAtFrom, createdAtTo } = timeFilters;

export const listSerialNumbersRoute = defineRoute({
  name: 'listSerialNumbers',
  method: 'get',
  path: '/serial-numbers',
  tag: 'tax-receipts',
  summary: 'List the sequences in which tax receipts are numbered',
  description:
    'A supplier has one for each document model, state and environment. It is created with the first receipt that is issued in it.',
  scope: 'tax-receipts:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: {
      createdAtFrom,
      createdAtTo,
      supplierId: listFromText(z.uuid()).optional(),
      documentModel: listFromText(z.enum(documentModels)).optional(),
      uf: listFromText(z.enum(states)).optional(),
      environment: z.enum(taxEnvironments).optional(),
      brokerId: listFromText(z.uuid()).optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of sequences.',
      body: pagedEnvelope(serialNumber),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});
