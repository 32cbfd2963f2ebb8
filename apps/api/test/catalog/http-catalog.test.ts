import { randomUUID } from 'node:crypto';
import { builtInCatalog } from '@linework/catalog/built-in-catalog';
import { createHttpCatalog } from '@linework/systems/catalog/create-http-catalog';
import { anOffer } from '@linework/testing/an-offer';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const { key } = await api.anOperatorsClient(['catalog:read']);

const before = new Date('2026-01-01T00:00:00Z');
const tomorrow = () => new Date(Date.now() + 86_400_000);

describe.each([
  ['built in', () => builtInCatalog(api.db)],
  [
    'over HTTP from another Linework instance',
    () => createHttpCatalog({ url: api.url, key, timeoutMs: 60_000, breaker: { call: (make) => make() } }),
  ],
])('the catalogue %s', (_name, aCatalog) => {
  it('finds a version by its id with its whole content', async () => {
    const { brokerId, versionId, id, content } = await anOffer(api.db, { validUntil: tomorrow() });
    const found = await aCatalog().findOfferVersion({ brokerId, offerVersionId: versionId });
    expect(found).toMatchObject({ id: versionId, offerId: id, brokerId, version: 1, currency: 'BRL', ...content });
    expect(await aCatalog().findCurrentVersion({ brokerId, offerId: id })).toEqual(found);
  });

  it('does not find unknown versions and those of another broker', async () => {
    const [{ brokerId }, other] = [await anOffer(api.db), await anOffer(api.db)];
    const catalog = aCatalog();
    for (const offerVersionId of [randomUUID(), other.versionId])
      expect(await catalog.findOfferVersion({ brokerId, offerVersionId })).toBeUndefined();
    for (const offerId of [randomUUID(), other.id])
      expect(await catalog.findCurrentVersion({ brokerId, offerId })).toBeUndefined();
  });

  it('has no current version before the first one begins and after the last one ends', async () => {
    const early = await anOffer(api.db, { validFrom: tomorrow() });
    const late = await anOffer(api.db, { validFrom: before, validUntil: new Date('2026-02-01T00:00:00Z') });
    for (const { brokerId, id: offerId } of [early, late])
      expect(await aCatalog().findCurrentVersion({ brokerId, offerId })).toBeUndefined();
  });
});

describe('the catalogue built in', () => {
  it("reads within the caller's transaction", async () => {
    const { brokerId, id } = await anOffer(api.db);
    await api.db.dryRun(async (tx) => {
      await tx.prisma.offerVersion.create({
        data: {
          id: randomUUID(),
          offerId: id,
          brokerId,
          version: 2,
          validFrom: before,
          content: { products: [], discounts: [] },
        },
      });
      expect(
        await builtInCatalog(api.db).inTransaction(tx).findCurrentVersion({ brokerId, offerId: id }),
      ).toMatchObject({ version: 2 });
      expect(await builtInCatalog(api.db).findCurrentVersion({ brokerId, offerId: id })).toMatchObject({ version: 1 });
    });
  });
});
