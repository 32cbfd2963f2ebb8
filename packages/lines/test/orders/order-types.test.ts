import { describeOrderType } from '@linework/testing/engine/describe-order-type';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';
import { placeOnLine } from './place-on-line.ts';

for (const orderType of allOrderTypes) describeOrderType(orderType, { place: placeOnLine });
