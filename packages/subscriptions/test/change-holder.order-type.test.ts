import { aHolder } from '@linework/testing/a-holder';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aCallerOf } from '@linework/testing/callers';
import { describeOrderType } from '@linework/testing/engine/describe-order-type';
import { changeHolder } from '../src/holder-changes/change-holder.ts';
import { changeLineHolder } from '../src/holder-changes/change-line-holder.ts';

describeOrderType(changeHolder, {
  async place(_, engine, status, notBefore) {
    const line = await aLineWithResources(engine.db, status);
    const { brokerId } = line;
    const { id: customerId } = await aHolder(engine.db, { brokerId });
    const caller = aCallerOf({ id: brokerId });
    const change = { caller, lineId: line.id, customerId, correlationId: 'c', notBefore };
    return { orderId: (await changeLineHolder(engine.deps, change)).orderId, line };
  },
});
