import { sampleOf } from '@linework/testing/run/sample';
import { describeOrderType } from './describe-order-type.ts';
import { testOrderTypes } from './test-order-types.ts';

for (const orderType of sampleOf(testOrderTypes, { kindOf: ({ onFailure }) => onFailure, least: 2 })) describeOrderType(orderType);
