import { type Engine, orderAdvancer } from '@linework/domain/orders/advance-order';
import type { JobData } from '@linework/schemas/jobs';

/** Carries on every order of the job, all at once; one that fails does not stop the others. */
export function advanceOrderHandler(engine: Engine) {
  const advanceOrder = orderAdvancer(engine);
  return async ({ orders }: JobData<'advance-order'>): Promise<void> => {
    const results = await Promise.allSettled(orders.map(advanceOrder));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
