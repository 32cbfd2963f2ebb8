import { defineLineCallStep } from '@linework/lines/model/line-step';
import { defineLineOrder, noInput } from '@linework/lines/order-types/line-order-type';

/** Three external steps that do nothing, on a line that stays as it is. */
export const benchOrder = defineLineOrder({
  code: 'BENCH',
  summary: 'Does nothing three times.',
  line: { request: 'bench', allowedStatuses: ['ACTIVE'] },
  onFailure: 'halt',
  input: noInput,
  steps: [noOp('FIRST'), noOp('SECOND'), noOp('THIRD')],
});

function noOp(code: string) {
  return defineLineCallStep({ code, action: 'bench.nothing', async execute() {} });
}
