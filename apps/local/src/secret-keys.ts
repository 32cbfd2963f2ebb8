import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { KeyWrapper } from '@linework/domain/secrets/key-wrapping';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';

export interface SecretKeyFiles {
  readonly publicKeysFile: string;
  readonly privateKeysFile: string;
}

/** The key pair for secrets in the folder, made at the first start. The private half is readable by its owner only. */
export async function ensureSecretKeys(folder: string): Promise<SecretKeyFiles> {
  const [publicKeysFile, privateKeysFile] = [`${folder}/secret-keys.public.pem`, `${folder}/secret-keys.private.pem`];
  if (!existsSync(privateKeysFile)) {
    const { privateKey } = generateKeyPairSync('x25519');
    await writeWhole(privateKeysFile, String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  }
  // Derived each time, so that the two halves belong together.
  const publicKey = createPublicKey(createPrivateKey(await readFile(privateKeysFile, 'utf8')));
  await writeWhole(publicKeysFile, String(publicKey.export({ format: 'pem', type: 'spki' })));
  return { publicKeysFile, privateKeysFile };
}

/** A file that was cut off would be taken for a key. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** What `npm start` itself encrypts the secrets of its demo with. */
export const keyWrapperOf = ({ publicKeysFile }: SecretKeyFiles): KeyWrapper => readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', publicKeysFile);
