import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import { readKeyWrapper } from '@linework/systems/secret-keys/read-key-files';

export interface SecretKeyFiles {
  readonly publicKeysFile: string;
  readonly privateKeysFile: string;
}

/** Returns the key pair for SIM secrets in the folder, and creates it at the first start. Only the owner may read the private key. */
export async function ensureSecretKeys(folder: string): Promise<SecretKeyFiles> {
  const [publicKeysFile, privateKeysFile] = [`${folder}/secret-keys.public.pem`, `${folder}/secret-keys.private.pem`];
  if (!existsSync(privateKeysFile)) {
    const { privateKey } = generateKeyPairSync('x25519');
    await writeWhole(privateKeysFile, String(privateKey.export({ format: 'pem', type: 'pkcs8' })));
  }
  // The public key is derived at each start, so that it always matches the private key.
  const publicKey = createPublicKey(createPrivateKey(await readFile(privateKeysFile, 'utf8')));
  await writeWhole(publicKeysFile, String(publicKey.export({ format: 'pem', type: 'spki' })));
  return { publicKeysFile, privateKeysFile };
}

/** Writes atomically: a truncated file would be read as a key. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The key wrapper with which `npm start` encrypts the SIM secrets of its demo. */
export const keyWrapperOf = ({ publicKeysFile }: SecretKeyFiles): KeyWrapper =>
  readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', publicKeysFile);
