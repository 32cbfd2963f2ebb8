import type { Db } from '@linework/db/db';
import type { OfferVersion } from '@linework/schemas/catalog/offer-version';

/**
 * The catalogue as the rest of Linework sees it: a service of its own, behind one of two adapters, built in or over HTTP.
 * An adapter that cannot answer raises 503; what it does not know is undefined.
 */
export interface Catalog {
  findOfferVersion(input: { readonly brokerId: string; readonly offerVersionId: string; readonly signal?: AbortSignal }): Promise<OfferVersion | undefined>;
  /** The version of an offer that is valid now: the newest whose validity includes this instant. */
  findCurrentVersion(input: { readonly brokerId: string; readonly offerId: string; readonly signal?: AbortSignal }): Promise<OfferVersion | undefined>;
}

/** A catalogue that does not wait for a second connection where the caller is in a transaction. */
export interface TransactionalCatalog extends Catalog {
  /** The same; where it reads the project's own database, within that transaction. */
  inTransaction(tx: Db): TransactionalCatalog;
}
