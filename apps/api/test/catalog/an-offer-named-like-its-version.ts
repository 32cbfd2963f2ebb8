import { randomUUID } from 'node:crypto';
import { anOffer } from '@linework/testing/an-offer';
import type { TestApi } from '../support/test-api.ts';

/** The id of an offer, and of its only version too: the suites put one id wherever a path takes one. */
export async function anOfferNamedLikeItsVersion({ db }: Pick<TestApi, 'db'>, brokerId: string): Promise<string> {
  const id = randomUUID();
  await anOffer(db, { brokerId, id, versionId: id });
  return id;
}
