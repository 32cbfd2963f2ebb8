import { defineOrderType } from '../orders/order-type.ts';
import { noInput } from './no-input.ts';
import { letResourcesGo } from './steps/let-resources-go.ts';
import { removeFromNetwork } from './steps/remove-from-network.ts';

export const terminateLine = defineOrderType({
  code: 'LINE_TERMINATION',
  summary: 'Removes a line from the network for good.',
  line: { request: 'delete', meanwhile: 'TERMINATING', done: 'TERMINATED', failed: 'TERMINATION_ERROR' },
  onFailure: 'halt',
  removes: true,
  input: noInput,
  steps: [removeFromNetwork, letResourcesGo],
});
