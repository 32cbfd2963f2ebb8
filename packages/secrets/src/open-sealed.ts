import { PermanentError, TransientError } from '@linework/engine/model/system-errors';
import { decrypt } from './envelope.ts';
import type { KeyUnwrapper } from './key-wrapping.ts';
import { buildSecretContext } from './seal-batch.ts';

/** The secrets of a resource as they are read from the database; bytes are in Base64. */
export interface SealedSecret {
  readonly resourceId: string;
  readonly dataKeyId: string;
  readonly keyId: string;
  readonly wrapped: string;
  readonly ciphertext: string;
}

/**
 * Decrypts the secrets of resources. Raises a `PermanentError` for secrets that cannot be decrypted, because a retry
 * would not help.
 */
export type OpenSecrets = (sealed: SealedSecret) => Promise<Readonly<Record<string, string>>>;

/** Creates the function that decrypts secrets, for a program that has the keys. */
export const createSecretOpener =
  (unwrapper: KeyUnwrapper): OpenSecrets =>
  async (sealed) => {
    const dataKey = await unwrapDataKey(unwrapper, sealed);
    if (!dataKey)
      throw new PermanentError(
        'secret-key-unknown',
        `The secrets of the SIM need the key ${sealed.keyId}, which this worker does not have.`,
      );
    return decryptSecrets(sealed, dataKey);
  };

async function unwrapDataKey(
  unwrapper: KeyUnwrapper,
  { keyId, wrapped, dataKeyId }: SealedSecret,
): Promise<Buffer | undefined> {
  try {
    return await unwrapper.unwrap({ keyId, wrapped: Buffer.from(wrapped, 'base64') }, dataKeyId);
  } catch (error) {
    if (error instanceof TransientError) throw error;
    throw unreadableError();
  }
}

function decryptSecrets({ resourceId, ciphertext }: SealedSecret, dataKey: Buffer): Readonly<Record<string, string>> {
  try {
    return JSON.parse(decrypt(dataKey, Buffer.from(ciphertext, 'base64'), buildSecretContext(resourceId)).toString());
  } catch {
    // The parser's message is not repeated, because it quotes the text.
    throw unreadableError();
  } finally {
    dataKey.fill(0);
  }
}

const unreadableError = () =>
  new PermanentError(
    'secret-unreadable',
    'The secrets of the SIM cannot be decrypted: they were changed or belong to another resource.',
  );
