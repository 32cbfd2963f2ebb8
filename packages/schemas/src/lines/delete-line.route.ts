import { acceptedLineOperation } from './line-operation.ts';

const summary = 'Remove a line from the network for good';

/** Named delete, spelled POST: what clients were promised. */
export const deleteLineRoute = acceptedLineOperation({ name: 'deleteLine', method: 'post', path: '/lines/{id}', summary, scope: 'lines:delete' });

/** The same in the verb one would expect. */
export const deleteLineByVerbRoute = acceptedLineOperation({
  name: 'deleteLineByVerb',
  method: 'delete',
  path: '/lines/{id}',
  summary,
  scope: 'lines:delete',
});
