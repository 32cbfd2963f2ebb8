import { defineRoute } from '@linework/http/define-route';
import { booleanFromText, listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { msisdnPattern } from '../inventory/msisdn.ts';
import { withoutCardNumbers } from '../payment-methods/without-card-numbers.ts';
import { freeForm } from '../values/free-form.ts';
import { federalTaxId } from './federal-tax-id.ts';
import { holder } from './holder.ts';
import { postalAddress } from './postal-address.ts';

/** The details of a holder that are set when it is created and can change later. */
const holderName = z.string().trim().min(1).max(200);
const email = z.email().max(200);
const phone = z
  .string()
  .regex(msisdnPattern, 'must be E.164, such as +5511987654321')
  .meta({ description: 'E.164, with the plus sign.', example: '+5511987654321' });
const address = postalAddress;
const externalCode = z.string().min(1).max(200).meta({ description: 'Unique among the holders of a broker.' });

const fragment = z.string().min(1).max(200);

export const listHoldersRoute = defineRoute({
  name: 'listHolders',
  method: 'get',
  path: '/holders',
  tag: 'holders',
  summary: 'List holders',
  description: 'Lists the holders of the broker. An operator sees the holders of all brokers.',
  scope: 'holders:read',
  query: listQuery({
    sortBy: { createdAt: 'time', updatedAt: 'time' },
    filters: {
      ...timeFilters,
      brokerId: listFromText(z.uuid()).optional(),
      name: fragment.optional().meta({ description: 'A part of the name, case-insensitive.' }),
      federalTaxId: federalTaxId.optional(),
      externalCode: fragment.optional().meta({ description: 'A part of the external code, case-insensitive.' }),
      anonymised: booleanFromText.optional(),
    },
  }),
  responses: {
    200: {
      description: 'One page of holders.',
      body: pagedEnvelope(holder),
      headers: { Link: 'The next and the previous page' },
    },
  },
  problems: [],
});

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

export const getHolderRoute = defineRoute({
  name: 'getHolder',
  method: 'get',
  path: '/holders/{id}',
  tag: 'holders',
  summary: 'Get a holder',
  description: 'An anonymised holder is returned without personal data.',
  scope: 'holders:read',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The holder.', body: holder } },
  problems: ['not-found'],
});

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

/** The wrong value is that of the holder, if none is given. */
const correctionOf = <Value extends z.ZodType>(value: Value) =>
  z
    .strictObject({
      right: value,
      wrong: value.optional().meta({
        description: 'A value that the holder has or had. Absent, it is the one that the holder has now.',
      }),
    })
    .optional();

export const correctHolderRoute = defineRoute({
  name: 'correctHolder',
  method: 'post',
  path: '/holders/{id}/correct',
  tag: 'holders',
  summary: 'Correct a holder (LGPD)',
  description:
    'For a name or a tax id that was never right: the right value takes its place, also for every instant of the ' +
    'past, and the wrong one is erased. A value that was right until it changed is changed by PATCH, and stays in ' +
    'the past. While a legal hold is on the holder or its broker, the answer is 409 `under-legal-hold`.',
  scope: 'holders:write',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ name: correctionOf(holderName), federalTaxId: correctionOf(federalTaxId) }),
  responses: { 200: { description: 'The corrected holder.', body: holder } },
  problems: ['not-found', 'already-anonymised', 'tax-id-taken', 'under-legal-hold', 'no-such-value'],
});

/** Records have the columns of their tables, which follow the releases. */
const holderExport = z
  .strictObject({
    customerId: z.uuid(),
    exportedAt: z.iso.datetime(),
    sections: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        records: z.array(z.record(z.string(), z.unknown())),
      }),
    ),
    notIncluded: z.record(z.string(), z.string()).meta({ description: 'What is left out, and why.' }),
  })
  .meta({ id: 'HolderExport' });

export const exportHolderRoute = defineRoute({
  name: 'exportHolder',
  method: 'get',
  path: '/holders/{id}/export',
  tag: 'holders',
  summary: 'Export all that is kept of a holder (LGPD)',
  description:
    'What a person may ask for: every record about them with their history, as one moment has it. JSON has a section ' +
    'for each kind of record; `Accept: text/plain` is for reading. Tokens of payment methods and keys of SIMs are ' +
    'not included. Of an anonymised holder it has what the law requires to keep. ' +
    'Each export is an event of the holder.',
  scope: 'exports:create',
  cost: 'replay',
  params: z.strictObject({ id: z.uuid() }),
  responses: {
    200: {
      description: 'All that is kept of the holder.',
      body: holderExport,
      mediaType: ['application/json', 'text/plain'],
    },
  },
  problems: ['not-found'],
});

export const anonymiseHolderRoute = defineRoute({
  name: 'anonymiseHolder',
  method: 'post',
  path: '/holders/{id}/anonymise',
  tag: 'holders',
  summary: 'Anonymise a holder (LGPD)',
  description:
    'This cannot be undone. Name, tax id, addresses and payment methods are erased. Lines, orders, events and ' +
    'invoices are kept, and tax receipts as the law requires. While a legal hold is on the holder or its broker, ' +
    'the answer is 409 `under-legal-hold`.',
  scope: 'holders:write',
  params: z.strictObject({ id: z.uuid() }),
  responses: { 200: { description: 'The anonymised holder.', body: holder } },
  problems: ['not-found', 'already-anonymised', 'order-placed', 'under-legal-hold'],
});
