import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { FieldError } from '@linework/problem-details/field-error';
import { validationError } from '@linework/problem-details/make-problem';

/** PostgreSQL writes an address as the network of this one address, and IPv6 in one form. */
const readStatement = statement(
  'read-networks',
  { given: 'text[]' },
  `SELECT network(address)::text AS network,
     host(address) = host(network(address)) AS "isWhole",
     address <<= '::ffff:0:0/96' AS "isMapped"
   FROM unnest(:given::inet[]) WITH ORDINALITY AS a (address, place)
   ORDER BY place`,
).returns<{ readonly network: string; readonly isWhole: boolean; readonly isMapped: boolean }>();

/**
 * The networks of a request as they are stored: in CIDR notation, each once. Raises 400 that names each network with
 * bits beside its mask, and each IPv4 address that is written as an IPv6 one.
 */
export async function readNetworks(db: Pick<Db, 'query'>, given: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query(readStatement, { given });
  const errors = rows.flatMap(({ network, isWhole, isMapped }, index): FieldError[] => {
    const pointer = `/allowedAddresses/${index}`;
    if (isMapped) return [{ detail: 'must be written as an IPv4 address', pointer }];
    return isWhole ? [] : [{ detail: `has bits beside its mask; the network is ${network}`, pointer }];
  });
  if (errors.length > 0) throw validationError(errors);
  return [...new Set(rows.map(({ network }) => network))];
}
