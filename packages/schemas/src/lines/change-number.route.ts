import { z } from 'zod';
import { claimSource } from './claim-source.ts';
import { defineAcceptedOperationWithBody } from './line-operation.ts';

export const changeNumberRoute = defineAcceptedOperationWithBody(
  {
    name: 'changeNumber',
    method: 'post',
    path: '/lines/{id}/number-change',
    summary: 'Change the number of a line',
    description:
      'The line keeps its status. It has the old number until its order has changed the number on the network.',
    scope: 'lines:write',
  },
  z.strictObject({ msisdn: claimSource }),
);
