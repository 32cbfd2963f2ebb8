import { defineRoute } from '@linework/http/define-route';
import { booleanFromText, listFromText } from '@linework/http/from-text';
import { listQuery, timeFilters } from '@linework/http/list-query';
import { pagedEnvelope } from '@linework/http/paged-envelope';
import { z } from 'zod';
import { federalTaxId } from './federal-tax-id.ts';
import { holder } from './holder.ts';

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
