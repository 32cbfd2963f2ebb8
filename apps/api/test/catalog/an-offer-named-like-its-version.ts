import { randomUUID } from 'node:crypto';
import { anOffer } from '@linework/testing/an-offer';
import type { TestApi } from '../support/test-api.ts';

/** Creates an offer and a version with the same id, because the suites use one id for all parameters of a path. */
export async function anOfferNamedLikeItsVersion({ db }: Pick<TestApi, 'db'>, brokerId: string): Promise<string> {
  const id = randomUUID();
  await anOffer(db, { brokerId, id, versionId: id });
  return id;
}
