import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { expect, it } from 'vitest';
import { allOrderTypes } from '../../src/order-types/all-order-types.ts';

it('the interface lists the code of every order type, and no other', () => {
  expect(orderTypeCodes.toSorted()).toEqual(allOrderTypes.map(({ code }) => code).toSorted());
});
