import { defineImmediateOperation } from './line-operation.ts';

export const blockLineRoute = defineImmediateOperation({
  name: 'blockLine',
  method: 'post',
  path: '/lines/{id}/block',
  summary: 'Block an active line',
  description: 'The line is BLOCKING until its order is COMPLETED, and then BLOCKED. It keeps its number and its SIM.',
  scope: 'lines:write',
});
