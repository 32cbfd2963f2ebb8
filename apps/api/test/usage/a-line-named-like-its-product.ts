import { anActiveLine } from '@linework/testing/a-line';
import { aProduct } from '@linework/testing/a-line-with-products';
import { aSubscription } from '@linework/testing/a-subscription';
import type { TestApi } from '../support/test-api.ts';

/** Creates a line with a product of the same id, because the suites use one id for all parameters of a path. */
export async function aLineNamedLikeItsProduct({ db }: TestApi, brokerId: string): Promise<string> {
  const { id, holderId } = await anActiveLine(db, { brokerId });
  await aSubscription(db, 'ACTIVE', { brokerId, customerId: holderId, products: [aProduct({ id })], lineIds: [id] });
  return id;
}
