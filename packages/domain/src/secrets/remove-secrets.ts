import type { Db } from '@linework/db/db';
import { findSecretNames } from './reject-secret-members.ts';
import { findSecretMembers } from './secret-members.ts';

/**
 * The body of a request with the values of secret attributes taken out, for whatever is kept of it: from a hash of the whole a PIN of
 * four digits could be guessed. A body without any stays as it is, byte by byte.
 */
export async function removeSecrets(db: Pick<Db, 'query'>, bodyBytes: Buffer): Promise<Buffer> {
  if (!bodyBytes.includes('"attributes"')) return bodyBytes;
  const body: { readonly attributes?: Readonly<Record<string, unknown>> } = JSON.parse(bodyBytes.toString());
  if (typeof body.attributes !== 'object' || body.attributes === null) return bodyBytes;
  const members = findSecretMembers(body.attributes, await findSecretNames(db));
  if (members.length === 0) return bodyBytes;
  const hidden = Object.fromEntries(members.map((name) => [name, null]));
  return Buffer.from(JSON.stringify({ ...body, attributes: { ...body.attributes, ...hidden } }));
}
