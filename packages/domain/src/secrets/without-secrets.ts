import type { Db } from '@linework/db/db';
import { secretNames } from './refuse-secret-members.ts';
import { secretMembersOf } from './secret-members.ts';

/**
 * The body of a request with the values of secret attributes taken out, for whatever is kept of it: from a hash of the whole a PIN of
 * four digits could be guessed. A body without any stays as it is, byte by byte.
 */
export async function withoutSecrets(db: Pick<Db, 'query'>, bodyBytes: Buffer): Promise<Buffer> {
  if (!bodyBytes.includes('"attributes"')) return bodyBytes;
  const body: { readonly attributes?: Readonly<Record<string, unknown>> } = JSON.parse(bodyBytes.toString());
  if (typeof body.attributes !== 'object' || body.attributes === null) return bodyBytes;
  const members = secretMembersOf(body.attributes, await secretNames(db));
  if (members.length === 0) return bodyBytes;
  const hidden = Object.fromEntries(members.map((name) => [name, null]));
  return Buffer.from(JSON.stringify({ ...body, attributes: { ...body.attributes, ...hidden } }));
}
