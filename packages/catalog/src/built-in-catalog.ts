import type { Db } from '@linework/db/db';
import type { TransactionalCatalog } from './catalog.ts';
import { printOfferVersion } from './find-offer-version.ts';
import { readCurrentVersion } from './read-current-versions.ts';

/** The catalogue in Linework's own database. */
export function builtInCatalog(db: Pick<Db, 'prisma' | 'query'>): TransactionalCatalog {
  return {
    async findOfferVersion({ brokerId, offerVersionId }) {
      const found = await db.prisma.offerVersion.findFirst({ where: { id: offerVersionId, brokerId } });
      return found ? printOfferVersion(found) : undefined;
    },
    async findCurrentVersion({ brokerId, offerId }) {
      const found = await readCurrentVersion(db, { brokerId, offerId });
      return found ? printOfferVersion(found) : undefined;
    },
    inTransaction: builtInCatalog,
  };
}
