/** ASN.1 in DER, as much of it as a certificate needs (X.690). */

const universal = { integer: 0x02, bits: 0x03, none: 0x05, oid: 0x06, text: 0x0c, time: 0x17, sequence: 0x30, set: 0x31 } as const;

export function sequence(...parts: readonly Buffer[]): Buffer {
  return encoded(universal.sequence, Buffer.concat(parts));
}

export function set(...parts: readonly Buffer[]): Buffer {
  return encoded(universal.set, Buffer.concat(parts));
}

/** A number that is not below zero, of big-endian bytes; DER wants it as short as its sign allows. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  return encoded(universal.integer, (short[0] ?? 0) < 0x80 ? short : Buffer.concat([Buffer.of(0), short]));
}

export function bits(bytes: Buffer): Buffer {
  return encoded(universal.bits, Buffer.concat([Buffer.of(0), bytes]));
}

export function none(): Buffer {
  return encoded(universal.none, Buffer.alloc(0));
}

export function utf8(text: string): Buffer {
  return encoded(universal.text, Buffer.from(text, 'utf8'));
}

/** Of the years 1950 to 2049, to the second. */
export function utcTime(instant: Date): Buffer {
  const digits = instant
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return encoded(universal.time, Buffer.from(digits.slice(2), 'ascii'));
}

/** Such as `1.2.840.113549.1.1.11`. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return encoded(universal.oid, Buffer.from([first * 40 + second, ...others.flatMap(inSevens)]));
}

function inSevens(arc: number): readonly number[] {
  const groups: number[] = [];
  for (let rest = arc; rest > 0 || groups.length === 0; rest = Math.floor(rest / 128)) groups.unshift((rest % 128) + (groups.length > 0 ? 128 : 0));
  return groups;
}

function encoded(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), length(content.length), content]);
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  const bytes = Buffer.from(size.toString(16).padStart(size > 0xff ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
}
