import { defineAcceptedOperation } from './line-operation.ts';

const summary = 'Remove a line from the network for good';
const description = 'The line is TERMINATING until its order is COMPLETED, and then TERMINATED.';

/** Named delete, spelled POST: what clients were promised. */
export const deleteLineRoute = defineAcceptedOperation({
  name: 'deleteLine',
  method: 'post',
  path: '/lines/{id}',
  summary,
  description,
  scope: 'lines:delete',
});

/** The same in the verb one would expect. */
export const deleteLineByVerbRoute = defineAcceptedOperation({
  name: 'deleteLineByVerb',
  method: 'delete',
  path: '/lines/{id}',
  summary,
  description,
  scope: 'lines:delete',
});
