import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyUnwrapper, KeyWrapper } from '@linework/domain/secrets/key-wrapping';
import { type OpenSealed, openerWith } from '@linework/domain/secrets/open-sealed';
import { keyIdOf } from '@linework/systems/secret-keys/key-id';
import { x25519Unwrapper, x25519Wrapper } from '@linework/systems/secret-keys/x25519-keys';

/** Key pairs for secrets, with the files that programs are given. */
export interface TestSecretKeys {
  /** What the newest pair is called. */
  readonly keyId: string;
  readonly wrapper: KeyWrapper;
  readonly unwrapper: KeyUnwrapper;
  readonly openSealed: OpenSealed;
  readonly publicKeysFile: string;
  readonly privateKeysFile: string;
}

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export const aKeyPair = (): KeyPair => generateKeyPairSync('x25519');

/** Writes key pairs into files of a folder that goes with this process. The newest comes first. */
export function secretKeysOf(pairs: readonly [KeyPair, ...KeyPair[]]): TestSecretKeys {
  const folder = mkdtempSync(join(tmpdir(), 'linework-keys-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const [publicKeysFile, privateKeysFile] = [join(folder, 'public.pem'), join(folder, 'private.pem')];
  writeFileSync(publicKeysFile, pairs.map(({ publicKey }) => publicKey.export({ format: 'pem', type: 'spki' })).join(''));
  writeFileSync(privateKeysFile, pairs.map(({ privateKey }) => privateKey.export({ format: 'pem', type: 'pkcs8' })).join(''), { mode: 0o600 });
  const unwrapper = x25519Unwrapper(pairs.map(({ privateKey }) => privateKey));
  return {
    keyId: keyIdOf(pairs[0].privateKey),
    wrapper: x25519Wrapper(pairs[0].publicKey),
    unwrapper,
    openSealed: openerWith(unwrapper),
    publicKeysFile,
    privateKeysFile,
  };
}

let made: TestSecretKeys | undefined;

/** The key pair of this process's tests. */
export function testSecretKeys(): TestSecretKeys {
  made ??= secretKeysOf([aKeyPair()]);
  return made;
}
