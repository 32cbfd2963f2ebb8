import { defineLineOrder, noInput } from './line-order-type.ts';
import { resumeOnNetwork, resumeResources } from './steps/set-service-state.ts';

export const unblockLine = defineLineOrder({
  code: 'LINE_UNBLOCK',
  summary: 'Puts a blocked line back into service.',
  line: { request: 'unblock', pendingStatus: 'ACTIVATING', successStatus: 'ACTIVE', failureStatus: 'ACTIVATION_ERROR' },
  onFailure: 'halt',
  input: noInput,
  steps: [resumeOnNetwork, resumeResources],
});
