import type { Db } from '@linework/db/db';
import type { OfferVersionModel } from '@linework/db/generated/models/OfferVersion';
import { type RowOf, statement } from '@linework/db/statement';

const headColumns =
  'v.id, v.offer_id AS "offerId", v.version, v.valid_from AS "validFrom", v.valid_until AS "validUntil", ' +
  'v.created_at AS "createdAt"';
const buildCurrentQuery = (columns: string, condition = '') => `SELECT DISTINCT ON (v.offer_id) ${columns}
   FROM offer_version v
   WHERE v.offer_id = ANY(:offerIds) AND v.valid_from <= now()
     AND (v.valid_until IS NULL OR v.valid_until > now()) ${condition}
   ORDER BY v.offer_id, v.version DESC`;

const currentHeadsStatement = statement(
  'find-current-version-heads',
  { offerIds: 'uuid[]' },
  buildCurrentQuery(headColumns),
);
const currentVersionsStatement = statement(
  'find-current-versions',
  { offerIds: 'uuid[]', brokerId: 'uuid' },
  buildCurrentQuery(`${headColumns}, v.broker_id AS "brokerId", v.content`, 'AND v.broker_id = :brokerId'),
);

/**
 * Reads the current version of each offer, without content: the newest one that is valid now. Offers without a valid
 * version are left out.
 */
export function readCurrentHeads(
  db: Pick<Db, 'query'>,
  offerIds: readonly string[],
): Promise<readonly OfferVersionHead[]> {
  return db.query(currentHeadsStatement, { offerIds });
}

type OfferVersionHead = Omit<OfferVersionModel, 'brokerId' | 'content'>;

interface OfferReference {
  readonly brokerId: string;
  readonly offerId: string;
}

/** Reads the current version of one offer of a broker; undefined if no version is valid now. */
export async function readCurrentVersion(
  db: Pick<Db, 'query'>,
  { brokerId, offerId }: OfferReference,
): Promise<RowOf<typeof currentVersionsStatement> | undefined> {
  const [found] = await db.query(currentVersionsStatement, { offerIds: [offerId], brokerId });
  return found;
}
