import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@linework/config/config-error';
import { newDataKey } from '@linework/secrets/envelope';
import { aKeyPair, createSecretKeys } from '@linework/testing/secrets/test-secret-keys';
import { afterAll, describe, expect, it } from 'vitest';
import { readKeyWrapper, readPrivateKeys } from '../../src/secret-keys/read-key-files.ts';
import { createX25519Unwrapper, createX25519Wrapper } from '../../src/secret-keys/x25519-keys.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const otherId = '018f0000-0000-7000-8000-000000000002';

describe('a data key that is wrapped for a key pair', () => {
  const [pair, other] = [aKeyPair(), aKeyPair()];
  const dataKey = newDataKey();
  const wrapped = createX25519Wrapper(pair.publicKey).wrap(dataKey, id);

  it('opens with its private key, among others', async () => {
    expect(await createX25519Unwrapper([other.privateKey, pair.privateKey]).unwrap(await wrapped, id)).toEqual(dataKey);
  });

  it('cannot be unwrapped with other keys', async () => {
    expect(await createX25519Unwrapper([other.privateKey]).unwrap(await wrapped, id)).toBeUndefined();
  });

  it('cannot be unwrapped with another id, or when any byte was changed', async () => {
    const { keyId, wrapped: bytes } = await wrapped;
    const unwrapper = createX25519Unwrapper([pair.privateKey]);
    await expect(unwrapper.unwrap({ keyId, wrapped: bytes }, otherId)).rejects.toThrow();
    for (const [at] of bytes.entries()) {
      const changed = Buffer.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ 1;
      await expect(unwrapper.unwrap({ keyId, wrapped: changed }, id), `byte ${at}`).rejects.toThrow();
    }
  });

  it('is different each time it is wrapped', async () => {
    expect((await createX25519Wrapper(pair.publicKey).wrap(dataKey, id)).wrapped).not.toEqual((await wrapped).wrapped);
  });
});

describe('files of keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linework-keys-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const keys = createSecretKeys([aKeyPair(), aKeyPair()]);

  it('wrap with the first key, and unwrap with each', async () => {
    const older = createSecretKeys([aKeyPair()]);
    const dataKey = newDataKey();
    const created = await readKeyWrapper('PUBLIC', keys.publicKeysFile)?.wrap(dataKey, id);
    expect(created && (await readPrivateKeys('PRIVATE', keys.privateKeysFile)?.unwrap(created, id))).toEqual(dataKey);
    expect(created && (await readPrivateKeys('PRIVATE', older.privateKeysFile)?.unwrap(created, id))).toBeUndefined();
  });

  it('are optional', () => {
    expect([readKeyWrapper('PUBLIC', undefined), readPrivateKeys('PRIVATE', undefined)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const contents: readonly (readonly [what: string, text: string])[] = [
    ['nothing', ''],
    ['no key', 'sesame'],
    ['a broken key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    ['a key of another kind', String(rsa.publicKey.export({ format: 'pem', type: 'spki' }))],
    ['private keys', String(aKeyPair().privateKey.export({ format: 'pem', type: 'pkcs8' }))],
  ];
  it.each(contents)('are rejected in one sentence without their content when they contain %s', (_what, text) => {
    const file = join(folder, 'keys.pem');
    writeFileSync(file, text);
    const sentence =
      'SECRET_PUBLIC_KEYS_FILE must name a file of X25519 public keys in PEM, newest first, and of nothing else';
    expect(() => readKeyWrapper('SECRET_PUBLIC_KEYS_FILE', file)).toThrow(new ConfigError([sentence]));
  });

  it('are rejected when the worker gets public ones, or a missing file', () => {
    expect(() => readPrivateKeys('PRIVATE', keys.publicKeysFile)).toThrow('must name a file of X25519 private keys');
    expect(() => readPrivateKeys('PRIVATE', join(folder, 'missing'))).toThrow(
      'PRIVATE names a file that cannot be read (ENOENT)',
    );
  });
});
