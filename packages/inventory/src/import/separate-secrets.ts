import { splitSecrets } from '@linework/secrets/secret-members';
import { badRow, type GoodRow, isBad, type Row } from './row.ts';

/**
 * Moves the secrets of rows out of their attributes; a row with invalid secrets becomes a bad row. Errors never repeat
 * a secret value.
 */
export async function* separateSecrets(
  rows: AsyncIterable<Row>,
  names: readonly string[],
): AsyncGenerator<Row, void, void> {
  for await (const row of rows) yield isBad(row) ? row : separateRowSecrets(row, names);
}

function separateRowSecrets(row: GoodRow, names: readonly string[]): Row {
  if (row.attributes === '{}') return row;
  const attributes: Readonly<Record<string, unknown>> = JSON.parse(row.attributes);
  const { plain, secrets, errors } = splitSecrets(attributes, names);
  const reasons = errors.map(({ detail, pointer = '' }) => `${pointer.slice(1)} ${detail}`);
  if (reasons.length > 0) return badRow(row.line, reasons.join('; '), row.externalCode);
  if (Object.keys(secrets).length === 0) return row;
  const key = keyAmong(attributes, secrets);
  return { ...row, attributes: JSON.stringify(plain), secrets: JSON.stringify(secrets), ...(key && { key }) };
}

function keyAmong(
  attributes: Readonly<Record<string, unknown>>,
  { ki, k = ki }: Readonly<Record<string, string>>,
): GoodRow['key'] {
  const name =
    k && Object.keys(attributes).find((each) => ['k', 'ki'].includes(each.toLowerCase()) && attributes[each] === k);
  return name ? { name, value: k } : undefined;
}
