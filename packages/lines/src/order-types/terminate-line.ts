import { defineLineOrder } from './line-order-type.ts';
import { noInput } from './no-input.ts';
import { releaseResources } from './steps/release-resources.ts';
import { removeFromNetwork } from './steps/remove-from-network.ts';

export const terminateLine = defineLineOrder({
  code: 'LINE_TERMINATION',
  summary: 'Removes a line from the network permanently.',
  line: {
    request: 'delete',
    pendingStatus: 'TERMINATING',
    successStatus: 'TERMINATED',
    failureStatus: 'TERMINATION_ERROR',
  },
  onFailure: 'halt',
  removesFromNetwork: true,
  input: noInput,
  steps: [removeFromNetwork, releaseResources],
});
