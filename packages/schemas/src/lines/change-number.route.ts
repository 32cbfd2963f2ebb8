import { z } from 'zod';
import { claimSource } from './claim-source.ts';
import { acceptedLineOperationWith } from './line-operation.ts';

export const changeNumberRoute = acceptedLineOperationWith(
  {
    name: 'changeNumber',
    method: 'post',
    path: '/lines/{id}/number-change',
    summary: 'Give a line another number',
    scope: 'lines:write',
  },
  z.strictObject({ msisdn: claimSource }),
);
