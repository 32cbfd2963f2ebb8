import type { Db } from '@linework/db/db';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';

/**
 * The catalogue interface that the other modules use. It has two adapters: built in, and over HTTP. An adapter raises
 * 503 when the catalogue is unavailable and returns undefined for unknown items.
 */
export interface Catalog {
  findOfferVersion(input: {
    readonly brokerId: string;
    readonly offerVersionId: string;
    readonly signal?: AbortSignal;
  }): Promise<OfferVersion | undefined>;
  /** The current version of an offer: the newest one that is valid now. */
  findCurrentVersion(input: {
    readonly brokerId: string;
    readonly offerId: string;
    readonly signal?: AbortSignal;
  }): Promise<OfferVersion | undefined>;
}

/** A catalogue that can read within the caller's transaction, so that it needs no second connection. */
export interface TransactionalCatalog extends Catalog {
  /** The same catalogue. If it reads Linework's own database, it reads within that transaction. */
  inTransaction(tx: Db): TransactionalCatalog;
}
