import { noInput } from '@linework/domain/order-types/no-input';
import { defineOrderType } from '@linework/domain/orders/model/order-type';
import { defineExternalStep } from '@linework/domain/orders/model/step';

/** Three external steps that do nothing, on a line that stays as it is. */
export const benchOrder = defineOrderType({
  code: 'BENCH',
  summary: 'Does nothing three times.',
  line: { request: 'bench', allowedStatuses: ['ACTIVE'] },
  onFailure: 'halt',
  input: noInput,
  steps: [noOp('FIRST'), noOp('SECOND'), noOp('THIRD')],
});

function noOp(code: string) {
  return defineExternalStep({ code, action: 'bench.nothing', async execute() {} });
}
