/** A data key as it is kept: encrypted with a key-encryption key, which `keyId` names. */
export interface WrappedKey {
  readonly keyId: string;
  readonly wrapped: Buffer;
}

/**
 * Encrypts data keys with the newest key-encryption key. This is all that a program needs that writes secrets: with a key pair
 * it holds only the public half. An adapter may ask a key management service.
 */
export interface KeyWrapper {
  /** `dataKeyId` is bound to the result: under another id it does not open. */
  wrap(dataKey: Buffer, dataKeyId: string): Promise<WrappedKey>;
}

/** Decrypts data keys. Only the worker has one. */
export interface KeyUnwrapper {
  /** Answers undefined where it has no key of this id. Raises where the wrapped key does not open with it. */
  unwrap(key: WrappedKey, dataKeyId: string): Promise<Buffer | undefined>;
}
