import { defineRoute } from '@linework/http/define-route';
import { z } from 'zod';
import { hitLimit, searchHit } from './search-hit.ts';

export const searchRecordsRoute = defineRoute({
  name: 'searchRecords',
  method: 'get',
  path: '/search',
  tag: 'orders',
  summary: 'Find records by anything that names them',
  description:
    'Finds orders, lines, holders, numbers and SIMs by id, number in any notation, ICCID, IMSI, external code, ' +
    'correlation id, CPF or CNPJ; pools by id or a part of their name; webhook endpoints and deliveries by id. ' +
    'Exact hits are first, then the latest orders of the lines that were found. Only ' +
    'kinds that the key may read are listed.',
  scope: 'orders:read',
  query: z.strictObject({
    q: z.string().trim().min(3).max(255).meta({ description: 'What to look for.', example: '011 98765-4321' }),
  }),
  responses: {
    200: { description: 'What was found.', body: z.strictObject({ items: z.array(searchHit).max(hitLimit) }) },
  },
  problems: [],
});
