import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A new key of 256 bits. */
export const newDataKey = (): Buffer => randomBytes(32);

/** Encrypts with AES-256-GCM: nonce, ciphertext and tag in one. `context` is bound to the result, and has to be given again. */
export function encrypt(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `encrypt` made. Raises where the key or the context is another, or a byte was changed. */
export function decrypt(key: Buffer, sealed: Buffer, context: string): Buffer {
  const end = sealed.length - tagBytes;
  const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(end));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, end)), decipher.final()]);
}
