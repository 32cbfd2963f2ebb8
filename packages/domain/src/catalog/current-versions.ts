import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { OfferVersionHead, OfferVersionRecord } from './show-offer-version.ts';

const head = `v.id, v.offer_id AS "offerId", v.version, v.valid_from AS "validFrom", v.valid_until AS "validUntil", v.created_at AS "createdAt"`;
const newestValid = (columns: string) => `SELECT DISTINCT ON (v.offer_id) ${columns} FROM offer_version v
   WHERE v.offer_id = ANY($1::uuid[]) AND v.valid_from <= now() AND (v.valid_until IS NULL OR v.valid_until > now())
   ORDER BY v.offer_id, v.version DESC`;

const currentHeads = statement('find-current-version-heads', newestValid(head));
const currentVersions = statement('find-current-versions', newestValid(`${head}, v.broker_id AS "brokerId", v.content`));

/** Of each of these offers the newest version whose validity includes this instant, without content; none where none is valid. */
export function currentHeadsOf(db: Pick<Db, 'query'>, offerIds: readonly string[]): Promise<readonly OfferVersionHead[]> {
  return db.query<OfferVersionHead>(currentHeads, [offerIds]);
}

/** Of one offer the newest version whose validity includes this instant; undefined where none is valid. */
export async function currentVersionOf(db: Pick<Db, 'query'>, offerId: string): Promise<OfferVersionRecord | undefined> {
  const [found] = await db.query<OfferVersionRecord>(currentVersions, [[offerId]]);
  return found;
}
