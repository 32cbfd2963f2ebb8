import { z } from 'zod';
import { claimSource } from './claim-source.ts';
import { acceptedLineOperationWith } from './line-operation.ts';

export const swapSimRoute = acceptedLineOperationWith(
  {
    name: 'swapSim',
    method: 'post',
    path: '/lines/{id}/sim-swap',
    summary: 'Give a line another SIM',
    scope: 'lines:write',
  },
  z.strictObject({ sim: claimSource }),
);
