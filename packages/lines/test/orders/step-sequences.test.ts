import { sampleOf } from '@linework/testing/run/sample';
import { takesLong } from '@linework/testing/run/takes-long';
import { describeOrderType } from './describe-order-type.ts';
import { testOrderTypes } from './test-order-types.ts';

takesLong('many-cases');

for (const orderType of sampleOf(testOrderTypes, { kindOf: ({ onFailure }) => onFailure, least: 2 }))
  describeOrderType(orderType);
