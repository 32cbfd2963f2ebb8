import { describeOrderType } from '@linework/testing/engine/describe-order-type';
import { sampleOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import { placeOnNewLine } from './support/place-order.ts';
import { testOrderTypes } from './support/test-order-types.ts';

takesLong('many-cases');

for (const orderType of sampleOf(testOrderTypes, { kindOf: ({ onFailure }) => onFailure, least: 2 }))
  describeOrderType(orderType, { place: placeOnNewLine });
