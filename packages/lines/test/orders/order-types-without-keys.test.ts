import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { describeOrderType } from './describe-order-type.ts';

for (const orderType of allOrderTypes) describeOrderType(orderType, { networkKnowsKeys: false });
