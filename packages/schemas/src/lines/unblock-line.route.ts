import { defineAcceptedOperation } from './line-operation.ts';

export const unblockLineRoute = defineAcceptedOperation({
  name: 'unblockLine',
  method: 'post',
  path: '/lines/{id}/unblock',
  summary: 'Put a blocked line back into service',
  description: 'The line is ACTIVATING until its order is COMPLETED, and then ACTIVE.',
  scope: 'lines:write',
});
