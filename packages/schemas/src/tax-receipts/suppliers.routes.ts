import { defineRoute } from '@linework/http/define-route';
import { listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { states } from '../holders/postal-address.ts';
import { serialNumber, taxEnvironments } from './serial-number.ts';
import { series, supplier, supplierSettings } from './supplier.ts';
import { documentModels } from './tax-receipt.ts';

export const listSuppliersRoute = defineRoute({
  name: 'listSuppliers',
  method: 'get',
  path: '/suppliers',
  tag: 'tax-receipts',
  summary: 'List the companies that issue tax receipts',
  description: 'A supplier is a company that issues tax receipts.',
  scope: 'tax-receipts:read',
  query: listQuery({
    sortBy: { createdAt: 'time' },
    filters: { ...timeFilters, brokerId: listFromText(z.uuid()).optional() },
  }),
  responses: {
    200: {
      description: 'One page of companies.',
      body: pagedEnvelope(supplier),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

export const createSupplierRoute = defineRoute({
  name: 'createSupplier',
  method: 'post',
  path: '/suppliers',
  tag: 'tax-receipts',
  summary: 'Create a company that issues tax receipts',
  description:
    'A broker may have several companies that issue tax receipts for its services. Where several cells share a ' +
    'registry (`RANGE_REGISTRY_URL`), it must have the series for this broker: 503 while it does not answer.',
  scope: 'tax-receipts:write',
  calls: 'range-registry',
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
        'By default the first series that no supplier of this CNPJ has. A company that has issued receipts ' +
        'elsewhere sends a series that it has not used.',
    }),
  }),
  responses: { 201: { description: 'The company.', body: supplier, headers: { Location: 'The company' } } },
  problems: ['not-an-issuer', 'series-taken', 'tax-id-taken'],
});

export const getSupplierRoute = defineRoute({
  name: 'getSupplier',
  method: 'get',
  path: '/suppliers/{id}',
  tag: 'tax-receipts',
  summary: 'Get a company that issues tax receipts',
  description: 'A supplier is a company that issues tax receipts.',
  scope: 'tax-receipts:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The company.', body: supplier } },
  problems: ['not-found'],
});

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

const { createdAtFrom, createdAtTo } = timeFilters;

export const listSerialNumbersRoute = defineRoute({
  name: 'listSerialNumbers',
  method: 'get',
  path: '/serial-numbers',
  tag: 'tax-receipts',
  summary: 'List the sequences in which tax receipts are numbered',
  description:
    'A supplier has one for each document model, state and environment. It is created with the first receipt that ' +
    'is issued in it.',
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

export const getSerialNumberRoute = defineRoute({
  name: 'getSerialNumber',
  method: 'get',
  path: '/serial-numbers/{id}',
  tag: 'tax-receipts',
  summary: 'Get a sequence in which tax receipts are numbered',
  description: 'The `serialNumberId` of a tax receipt is its id.',
  scope: 'tax-receipts:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The sequence.', body: serialNumber } },
  problems: ['not-found'],
});
