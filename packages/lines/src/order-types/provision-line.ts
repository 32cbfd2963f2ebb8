import { z } from 'zod';
import { defineLineOrder } from './line-order-type.ts';
import { consumeClaimedResources } from './steps/consume-claims.ts';
import { createOnNetwork } from './steps/create-on-network.ts';

export const provisionLine = defineLineOrder({
  code: 'LINE_PROVISION',
  version: 2,
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
  // Left out, the line is not activated either, but no subscriber that is in service is taken out of it.
  input: z.strictObject({ activate: z.boolean().optional() }),
  steps: [createOnNetwork, consumeClaimedResources],
});
