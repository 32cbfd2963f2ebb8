import { describeOrderType } from './describe-order-type.ts';
import { testOrderTypes } from './test-order-types.ts';

for (const orderType of testOrderTypes) describeOrderType(orderType);
