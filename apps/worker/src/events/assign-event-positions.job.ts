import type { Db } from '@linework/db/db';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';

export function assignEventPositionsHandler(db: Pick<Db, 'query'>) {
  return (): Promise<void> => assignAllEventPositions(db);
}
