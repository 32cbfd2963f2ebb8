import { defineLineOrder, noInput } from './line-order-type.ts';
import { suspendOnNetwork, suspendResources } from './steps/set-service-state.ts';

export const blockLine = defineLineOrder({
  code: 'LINE_BLOCK',
  summary: 'Takes a line out of service temporarily.',
  line: { request: 'block', pendingStatus: 'BLOCKING', successStatus: 'BLOCKED', failureStatus: 'BLOCKING_ERROR' },
  onFailure: 'halt',
  input: noInput,
  steps: [suspendOnNetwork, suspendResources],
});
