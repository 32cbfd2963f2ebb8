import { z } from 'zod';
import { claimSource } from './claim-source.ts';
import { defineAcceptedOperationWithBody } from './line-operation.ts';

export const swapSimRoute = defineAcceptedOperationWithBody(
  {
    name: 'swapSim',
    method: 'post',
    path: '/lines/{id}/sim-swap',
    summary: 'Give a line another SIM',
    description: 'The line keeps its status. It has its old SIM until the order has changed it on the network. The old SIM is withdrawn.',
    scope: 'lines:write',
  },
  z.strictObject({ sim: claimSource }),
);
