import { createHmac, randomBytes } from 'node:crypto';

/** Two halves of a digest and the line number. */
const words = 3;
const firstSlots = 1_024;
const fillLimit = 0.5;

/**
 * The keys (K) of a file's rows, to find duplicates. No key stays in memory: 64 bits of an HMAC are compared, under a
 * random key that is discarded with the import. A typed array holds 1,000,000 rows in 24 MiB; a `Map` of strings needs
 * three times as much. Two different keys of that many rows have the same 64 bits in one of 37 million files.
 */
export class KeysOfFile {
  readonly #hashKey = randomBytes(32);
  #slots = new Uint32Array(firstSlots * words);
  #count = 0;

  /** The line that has this key; undefined where none has. */
  lineOf(key: string): number | undefined {
    return this.#slots[this.#slotOf(this.#digestOf(key)) + 2] || undefined;
  }

  /** Lines are counted from 1. The first line of a duplicate key is kept. */
  add(key: string, line: number): void {
    const digest = this.#digestOf(key);
    const slot = this.#slotOf(digest);
    if (this.#slots[slot + 2] !== 0) return;
    this.#slots.set([...digest, line], slot);
    this.#count += 1;
    if (this.#count * words > this.#slots.length * fillLimit) this.#grow();
  }

  #digestOf(key: string): Digest {
    const bytes = createHmac('sha256', this.#hashKey).update(key.toLowerCase()).digest();
    return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
  }

  /**
   * The slot of a digest, or the free slot for it: linear probing from its hash position. A slot with line 0 is free.
   */
  #slotOf([high, low]: Digest): number {
    const slots = this.#slots;
    let slot = (high % (slots.length / words)) * words;
    while (slots[slot + 2] !== 0 && !(slots[slot] === high && slots[slot + 1] === low))
      slot = (slot + words) % slots.length;
    return slot;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += words) {
      const [high = 0, low = 0, line = 0] = old.subarray(at, at + words);
      if (line !== 0) this.#slots.set([high, low, line], this.#slotOf([high, low]));
    }
  }
}

type Digest = readonly [high: number, low: number];
