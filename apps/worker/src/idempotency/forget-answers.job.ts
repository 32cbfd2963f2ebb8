import type { Db } from '@linework/db/db';
import { forgetAnswers } from '@linework/domain/idempotency/forget-answers';

export function forgetAnswersHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await forgetAnswers(db);
  };
}
