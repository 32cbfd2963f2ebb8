import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '@linework/config/config-error';
import type { KeyUnwrapper, KeyWrapper } from '@linework/secrets/key-wrapping';
import { computeKeyId } from './key-id.ts';
import { createX25519Unwrapper, createX25519Wrapper } from './x25519-keys.ts';

const pemBlock = /-----BEGIN ([A-Z0-9 ]+)-----[^-]+-----END \1-----/g;

const keyKinds = {
  public: { label: 'PUBLIC KEY', read: createPublicKey },
  private: { label: 'PRIVATE KEY', read: createPrivateKey },
} as const;

/**
 * The wrapper with the first key in a file of public keys; undefined without a file. Raises `ConfigError` when the file
 * has other content.
 */
export function readKeyWrapper(name: string, path: string): KeyWrapper;
export function readKeyWrapper(name: string, path: string | undefined): KeyWrapper | undefined;
export function readKeyWrapper(name: string, path: string | undefined): KeyWrapper | undefined {
  const [newest] = path === undefined ? [] : readKeys('public', name, path);
  return newest && createX25519Wrapper(newest);
}

interface PrivateKeys extends KeyUnwrapper {
  readonly newest: KeyObject;
  /** The ids of all keys. */
  readonly ids: readonly string[];
}

/**
 * The keys in a file of private keys, newest first; undefined without a file. Raises `ConfigError` when the file has
 * other content.
 */
export function readPrivateKeys(name: string, path: string): PrivateKeys;
export function readPrivateKeys(name: string, path: string | undefined): PrivateKeys | undefined;
export function readPrivateKeys(name: string, path: string | undefined): PrivateKeys | undefined {
  const keys = path === undefined ? [] : readKeys('private', name, path);
  return keys[0] && { ...createX25519Unwrapper(keys), newest: keys[0], ids: keys.map(computeKeyId) };
}

function readKeys(kind: keyof typeof keyKinds, name: string, path: string): readonly KeyObject[] {
  const { label, read } = keyKinds[kind];
  const blocks = [...readText(name, path).matchAll(pemBlock)];
  const keys = blocks.map(([pem, found]) => (found === label ? readKey(read, pem) : undefined));
  if (keys.length > 0 && keys.every((key) => key?.asymmetricKeyType === 'x25519')) return keys as readonly KeyObject[];
  // The content of the file must not be logged.
  throw new ConfigError([`${name} must name a file of X25519 ${kind} keys in PEM, newest first, and of nothing else`]);
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new ConfigError([`${name} names a file that cannot be read (${code})`]);
  }
}

function readKey(read: (pem: string) => KeyObject, pem: string): KeyObject | undefined {
  try {
    return read(pem);
  } catch {
    return undefined;
  }
}
