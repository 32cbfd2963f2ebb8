import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyUnwrapper, KeyWrapper } from '@linework/secrets/key-wrapping';
import { createSecretOpener, type OpenSecrets } from '@linework/secrets/open-sealed';
import { computeKeyId } from '@linework/systems/secret-keys/key-id';
import { createX25519Unwrapper, createX25519Wrapper } from '@linework/systems/secret-keys/x25519-keys';

/** Key pairs for secrets, with the files for the programs. */
export interface TestSecretKeys {
  /** The id of the newest pair. */
  readonly keyId: string;
  readonly wrapper: KeyWrapper;
  readonly unwrapper: KeyUnwrapper;
  readonly openSealed: OpenSecrets;
  readonly publicKeysFile: string;
  readonly privateKeysFile: string;
}

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const aKeyPair = (): KeyPair => generateKeyPairSync('x25519');

/**
 * Writes key pairs, the newest first, to files in a folder that is deleted when this process ends. In a test run it is
 * in the folder of the run, which is deleted also if a signal ends this process.
 */
export function createSecretKeys(pairs: readonly [KeyPair, ...KeyPair[]]): TestSecretKeys {
  // biome-ignore lint/style/noProcessEnv: tests have no configuration, and only their run names its folder.
  const folder = mkdtempSync(join(process.env['TEST_PROGRAMS'] ?? tmpdir(), 'linework-keys-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [publicKeysFile, privateKeysFile] = [join(folder, 'public.pem'), join(folder, 'private.pem')];
  writeFileSync(
    publicKeysFile,
    pairs.map(({ publicKey }) => publicKey.export({ format: 'pem', type: 'spki' })).join(''),
  );
  writeFileSync(
    privateKeysFile,
    pairs.map(({ privateKey }) => privateKey.export({ format: 'pem', type: 'pkcs8' })).join(''),
    { mode: 0o600 },
  );
  const unwrapper = createX25519Unwrapper(pairs.map(({ privateKey }) => privateKey));
  return {
    keyId: computeKeyId(pairs[0].privateKey),
    wrapper: createX25519Wrapper(pairs[0].publicKey),
    unwrapper,
    openSealed: createSecretOpener(unwrapper),
    publicKeysFile,
    privateKeysFile,
  };
}

let created: TestSecretKeys | undefined;

/** The key pair of all tests of this process. */
export function testSecretKeys(): TestSecretKeys {
  created ??= createSecretKeys([aKeyPair()]);
  return created;
}
