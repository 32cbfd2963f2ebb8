import { z } from 'zod';
import { claimSource } from './claim-source.ts';
import { defineAcceptedOperationWithBody } from './line-operation.ts';

export const changeNumberRoute = defineAcceptedOperationWithBody(
  {
    name: 'changeNumber',
    method: 'post',
    path: '/lines/{id}/number-change',
    summary: 'Give a line another number',
    description: 'The line keeps its status. It has its old number until the order has changed it on the network.',
    scope: 'lines:write',
  },
  z.strictObject({ msisdn: claimSource }),
);
