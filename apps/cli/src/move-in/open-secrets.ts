import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type ExportedSecret, openExported } from '@linework/move-in/export-secrets';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';
import { createSecretOpener } from '@linework/secrets/open-sealed';
import { readPrivateKeys } from '@linework/systems/secret-keys/read-key-files';
import { usageError } from '../errors/cli-error.ts';

/** Adds the secrets of an export to the rows of a file. They are in no file of this machine. */
export type AddSecrets = (kind: MoveInKind, content: Buffer) => Promise<Buffer>;

/** The file of the secrets of an export. */
export const secretsFile = (dir: string) => join(dir, 'secrets.ndjson');

export async function openSecrets(dir: string, keyFile: string | undefined): Promise<AddSecrets> {
  const isThere = await access(secretsFile(dir)).then(
    () => true,
    () => false,
  );
  if (!isThere) return async (_kind, content) => content;
  if (keyFile === undefined) throw usageError(`${secretsFile(dir)} needs --key-file with the private key.`);
  const open = createSecretOpener(readPrivateKeys('--key-file', keyFile));
  const values = new Map<string, Readonly<Record<string, string>>>();
  const lines = createInterface({ input: createReadStream(secretsFile(dir)), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    const secret = JSON.parse(line) as ExportedSecret;
    values.set(`${secret.kind} ${secret.legacyId}`, await openExported(open, secret));
  }
  return async (kind, content) => {
    const rows = content.toString().trimEnd().split('\n');
    const merged = rows.map((text) => {
      const row = JSON.parse(text) as { readonly legacyId?: string };
      const found = values.get(`${kind} ${row.legacyId}`);
      return found ? JSON.stringify({ ...row, ...found }) : text;
    });
    return Buffer.from(`${merged.join('\n')}\n`);
  };
}
