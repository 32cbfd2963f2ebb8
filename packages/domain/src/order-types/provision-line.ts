import { z } from 'zod';
import { defineOrderType } from '../orders/order-type.ts';
import { createOnNetwork } from './steps/create-on-network.ts';
import { takeResources } from './steps/take-claims.ts';

export const provisionLine = defineOrderType({
  code: 'LINE_PROVISION',
  summary: 'Makes a line of a number and a SIM, and the network know it.',
  line: {
    request: 'create',
    meanwhile: 'PROVISIONING',
    done: { wish: 'activate', granted: 'ACTIVE', otherwise: 'STAND_BY' },
    failed: 'PROVISIONING_ERROR',
    undone: 'TERMINATED',
  },
  onFailure: 'halt',
  claims: true,
  input: z.strictObject({ activate: z.boolean() }),
  steps: [createOnNetwork, takeResources],
});
