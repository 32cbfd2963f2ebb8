import { defineImmediateOperation } from './line-operation.ts';

export const blockLineRoute = defineImmediateOperation({
  name: 'blockLine',
  method: 'post',
  path: '/lines/{id}/block',
  summary: 'Take an active line out of service for the time being',
  description: 'The line is BLOCKING until its order is COMPLETED, and then BLOCKED. Its number and its SIM stay its own.',
  scope: 'lines:write',
});
