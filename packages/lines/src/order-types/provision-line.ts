import { z } from 'zod';
import { defineLineOrder } from './line-order-type.ts';
import { consumeClaimedResources } from './steps/consume-claims.ts';
import { createOnNetwork } from './steps/create-on-network.ts';

export const provisionLine = defineLineOrder({
  code: 'LINE_PROVISION',
  summary: 'Creates a line with a number and a SIM, and its subscriber on the network.',
  line: {
    request: 'create',
    pendingStatus: 'PROVISIONING',
    successStatus: { inputName: 'activate', ifRequested: 'ACTIVE', otherwise: 'STAND_BY' },
    failureStatus: 'PROVISIONING_ERROR',
    compensatedStatus: 'TERMINATED',
  },
  onFailure: 'halt',
  claimsResources: true,
  input: z.strictObject({ activate: z.boolean() }),
  steps: [createOnNetwork, consumeClaimedResources],
});
