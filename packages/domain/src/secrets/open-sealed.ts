import { PassingFault, Refusal } from '../faults.ts';
import { decrypt } from './envelope.ts';
import type { KeyUnwrapper } from './key-wrapping.ts';
import { contextOf } from './seal-batch.ts';

/** The secrets of a resource as they are read from the database; bytes are in Base64. */
export interface SealedSecret {
  readonly resourceId: string;
  readonly dataKeyId: string;
  readonly keyId: string;
  readonly wrapped: string;
  readonly ciphertext: string;
}

/** Opens the secrets of resources. Raises a `Refusal` for what does not open: another attempt would not help. */
export type OpenSealed = (sealed: SealedSecret) => Promise<Readonly<Record<string, string>>>;

/** Makes the function that opens secrets, for a program that has the keys. */
export const openerWith =
  (unwrapper: KeyUnwrapper): OpenSealed =>
  async (sealed) => {
    const dataKey = await unwrapped(unwrapper, sealed);
    if (!dataKey) throw new Refusal('secret-key-unknown', `The secrets of the SIM need the key ${sealed.keyId}, which this worker does not have.`);
    return read(sealed, dataKey);
  };

async function unwrapped(unwrapper: KeyUnwrapper, { keyId, wrapped, dataKeyId }: SealedSecret): Promise<Buffer | undefined> {
  try {
    return await unwrapper.unwrap({ keyId, wrapped: Buffer.from(wrapped, 'base64') }, dataKeyId);
  } catch (error) {
    if (error instanceof PassingFault) throw error;
    throw unreadable();
  }
}

function read({ resourceId, ciphertext }: SealedSecret, dataKey: Buffer): Readonly<Record<string, string>> {
  try {
    return JSON.parse(decrypt(dataKey, Buffer.from(ciphertext, 'base64'), contextOf(resourceId)).toString());
  } catch {
    // What the parser says is not repeated: it quotes the text.
    throw unreadable();
  } finally {
    dataKey.fill(0);
  }
}

const unreadable = () => new Refusal('secret-unreadable', 'The secrets of the SIM do not open: they were changed, or belong to another resource.');
