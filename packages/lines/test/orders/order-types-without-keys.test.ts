import { sampleOf } from '@linework/testing/run/sample';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { describeOrderType } from './describe-order-type.ts';

for (const orderType of sampleOf(allOrderTypes, { least: 3 }))
  describeOrderType(orderType, { networkKnowsKeys: false });
