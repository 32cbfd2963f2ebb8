import { z } from 'zod';
import { claimSource } from './claim-source.ts';
import { defineAcceptedOperationWithBody } from './line-operation.ts';

export const swapSimRoute = defineAcceptedOperationWithBody(
  {
    name: 'swapSim',
    method: 'post',
    path: '/lines/{id}/sim-swap',
    summary: 'Swap the SIM of a line',
    description:
      'The line keeps its status. It has the old SIM until its order has changed the SIM on the network. The old SIM is then decommissioned.',
    scope: 'lines:write',
  },
  z.strictObject({ sim: claimSource }),
);
