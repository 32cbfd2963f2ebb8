import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { endWithoutLines } from '@linework/subscriptions/lines/end-without-lines';

export function endWithoutLinesHandler(deps: { readonly db: Db; readonly log: Log }) {
  return async (): Promise<void> => {
    const count = await endWithoutLines(deps);
    if (count > 0) deps.log.info({ count }, 'handled lines that were deleted or ported out of a subscription');
  };
}
