import { describeOrderType } from '@linework/testing/engine/describe-order-type';
import { sampleOf } from '@linework/testing/run/sample';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { placeOnLine } from './place-on-line.ts';

for (const orderType of sampleOf(allOrderTypes, { least: 3 }))
  describeOrderType(orderType, { place: placeOnLine, networkKnowsKeys: false });
