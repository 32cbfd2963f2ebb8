/** The subset of ASN.1 in DER that a certificate needs (X.690). */

const tags = {
  integer: 0x02,
  bits: 0x03,
  none: 0x05,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
} as const;

export function encodeSequence(...parts: readonly Buffer[]): Buffer {
  return encodeValue(tags.sequence, Buffer.concat(parts));
}

export function encodeSet(...parts: readonly Buffer[]): Buffer {
  return encodeValue(tags.set, Buffer.concat(parts));
}

/** A non-negative number from big-endian bytes; DER requires the shortest form that keeps its sign. */
export function encodeInteger(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  return encodeValue(tags.integer, (short[0] ?? 0) < 0x80 ? short : Buffer.concat([Buffer.of(0), short]));
}

export function encodeBits(bytes: Buffer): Buffer {
  return encodeValue(tags.bits, Buffer.concat([Buffer.of(0), bytes]));
}

export function encodeNull(): Buffer {
  return encodeValue(tags.none, Buffer.alloc(0));
}

export function encodeUtf8(text: string): Buffer {
  return encodeValue(tags.text, Buffer.from(text, 'utf8'));
}

/** For the years 1950 to 2049, to the second. */
export function encodeUtcTime(instant: Date): Buffer {
  const digits = instant
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return encodeValue(tags.time, Buffer.from(digits.slice(2), 'ascii'));
}

/** Such as `1.2.840.113549.1.1.11`. */
export function encodeObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return encodeValue(tags.oid, Buffer.from([first * 40 + second, ...others.flatMap(encodeArc)]));
}

function encodeArc(arc: number): readonly number[] {
  const groups: number[] = [];
  for (let remaining = arc; remaining > 0 || groups.length === 0; remaining = Math.floor(remaining / 128))
    groups.unshift((remaining % 128) + (groups.length > 0 ? 128 : 0));
  return groups;
}

function encodeValue(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), encodeLength(content.length), content]);
}

function encodeLength(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  const bytes = Buffer.from(size.toString(16).padStart(size > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
}
