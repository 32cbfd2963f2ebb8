import { createHmac, randomBytes } from 'node:crypto';

/** Two halves of a digest, and the line. */
const words = 3;
const firstSlots = 1_024;
const fillLimit = 0.5;

/**
 * The keys (K) of a file's rows, to find one that stands in it twice. No key stays in memory: what is compared are 64 bits of an HMAC, under a random key
 * that ends with the import. A table of numbers, since 1,000,000 rows take 24 MiB of it, and three times as much of a `Map` of texts. That two different
 * keys of so many have the same 64 bits happens in one file of 37 million.
 */
export class KeysOfFile {
  readonly #hashKey = randomBytes(32);
  #slots = new Uint32Array(firstSlots * words);
  #count = 0;

  /** The line that has this key already; undefined where none has. */
  lineOf(key: string): number | undefined {
    return this.#slots[this.#slotOf(this.#digestOf(key)) + 2] || undefined;
  }

  /** Lines are counted from 1. Of a key that is there already the earlier line stays. */
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

  /** Where a digest is, or else the free slot where it belongs: the first one from its place on. A slot is free while its line is 0. */
  #slotOf([high, low]: Digest): number {
    const slots = this.#slots;
    let slot = (high % (slots.length / words)) * words;
    while (slots[slot + 2] !== 0 && !(slots[slot] === high && slots[slot + 1] === low)) slot = (slot + words) % slots.length;
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
