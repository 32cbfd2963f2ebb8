import type { Db } from '@linework/db/db';
import { endWithoutLines } from '@linework/domain/subscriptions/end-without-lines';
import type { Log } from '@linework/log/log';

export function endWithoutLinesHandler(deps: { readonly db: Db; readonly log: Log }) {
  return async (): Promise<void> => {
    const count = await endWithoutLines(deps);
    if (count > 0) deps.log.info({ count }, 'handled lines that were deleted or ported out of a subscription');
  };
}
