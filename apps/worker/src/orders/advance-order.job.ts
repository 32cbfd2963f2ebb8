import { createOrderAdvancer, type EnginePorts } from '@linework/engine/execution/advance-order';
import type { JobData } from '@linework/schemas/jobs';

/** Executes all orders of the job concurrently. An order that fails does not stop the others. */
export function advanceOrderHandler<Systems>(engine: EnginePorts<Systems>) {
  const advanceOrder = createOrderAdvancer(engine);
  return async ({ orders }: JobData<'advance-order'>): Promise<void> => {
    const results = await Promise.allSettled(orders.map(advanceOrder));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  };
}
