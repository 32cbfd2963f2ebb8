import { z } from 'zod';
import { claimSource } from './claim-source.ts';
import { acceptedLineOperationWith } from './line-operation.ts';

export const changeNumberRoute = acceptedLineOperationWith(
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
