import { allOrderTypes } from '../../src/order-types/all.ts';
import { describeOrderType } from './describe-order-type.ts';

for (const orderType of allOrderTypes) describeOrderType(orderType, { networkKnowsKeys: false });
