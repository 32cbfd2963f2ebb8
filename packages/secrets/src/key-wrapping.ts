/** A stored data key: encrypted with the key-encryption key `keyId`. */
interface WrappedKey {
  readonly keyId: string;
  readonly wrapped: Buffer;
}

/**
 * Encrypts data keys with the newest key-encryption key. A program that only writes secrets needs no more than this: of
 * a key pair it holds only the public half. An adapter may use a key management service.
 */
export interface KeyWrapper {
  /** `dataKeyId` is bound to the result: it cannot be unwrapped under another id. */
  wrap(dataKey: Buffer, dataKeyId: string): Promise<WrappedKey>;
}

/** Decrypts data keys. Only the worker has one. */
export interface KeyUnwrapper {
  /** Returns undefined where it has no key with this id. Raises where the key cannot unwrap it. */
  unwrap(key: WrappedKey, dataKeyId: string): Promise<Buffer | undefined>;
}
