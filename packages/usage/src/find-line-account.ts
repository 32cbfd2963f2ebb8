import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { notFound } from '@linework/problem-details/make-problem';
import type { CatalogProduct } from '@linework/schemas/catalog/product';

/** The account of a product on a line and the current cycle, if there is one. */
export interface LineAccount {
  readonly id: string;
  readonly brokerId: string;
  readonly product: CatalogProduct;
  readonly metadata: Record<string, unknown>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly now: Date;
  /** First day of the current cycle and of the next one; null when the line does not have the product now. */
  readonly cycleFrom: string | null;
  readonly cycleUntil: string | null;
}

const findStatement = statement(
  'find-usage-account',
  { lineId: 'uuid', productId: 'uuid' },
  `SELECT a.id, a.broker_id AS "brokerId", a.product, a.metadata, a.created_at AS "createdAt",
     a.updated_at AS "updatedAt", now() AS now,
     h.cycle_from::text AS "cycleFrom", h.cycle_until::text AS "cycleUntil"
   FROM usage_account a
   LEFT JOIN line_product h ON h.line_id = a.line_id AND h.subscription_product_id = a.subscription_product_id
   WHERE a.line_id = :lineId AND a.product_id = :productId AND a.former_holder_id IS NULL`,
).returns<{ readonly product: CatalogProduct; readonly metadata: Record<string, unknown> }>();

export interface LineProductReference {
  readonly lineId: string;
  readonly productId: string;
}

/** Raises not-found when the line never had this product, or only with a former holder. */
export async function findLineAccount(
  db: Pick<Db, 'query'>,
  { lineId, productId }: LineProductReference,
): Promise<LineAccount> {
  const [account] = await db.query(findStatement, { lineId, productId });
  if (!account) throw notFound(`The line ${lineId} has no product ${productId}.`);
  return account;
}
