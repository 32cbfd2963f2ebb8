import type { Db } from '@linework/db/db';
import { findSecretNames } from './reject-secret-members.ts';
import { findSecretMembers } from './secret-members.ts';

/**
 * Removes the values of secret attributes from the body of a request before it is hashed or stored: a PIN of four
 * digits could be guessed from a hash of the body. A body without secrets stays the same, byte by byte.
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
