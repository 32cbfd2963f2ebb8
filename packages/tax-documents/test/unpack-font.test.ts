import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { unpackFont } from '../src/pdf/unpack-font.ts';

const packed = readFileSync(
  createRequire(import.meta.url).resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'),
);

describe('an unpacked font', () => {
  const font = unpackFont(packed);
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index) =>
    font.subarray(12 + index * 16, 28 + index * 16),
  );

  it('is a TrueType font with the required tables', () => {
    expect(font.readUInt32BE(0)).toBe(0x00010000);
    expect(entries.map((entry) => entry.toString('latin1', 0, 4))).toEqual(
      expect.arrayContaining(['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'name', 'post']),
    );
  });

  it('has tables with their original checksums', () => {
    for (const entry of entries.filter((each) => each.toString('latin1', 0, 4) !== 'head')) {
      const [offset, size] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
      const words = Array.from({ length: Math.ceil(size / 4) }, (_, index) => font.readUInt32BE(offset + index * 4));
      expect(words.reduce((total, word) => (total + word) % 2 ** 32, 0)).toBe(entry.readUInt32BE(4));
    }
  });

  it('has the length that its file states', () => {
    expect(font.length).toBe(packed.readUInt32BE(16));
  });

  it('cannot be built from other data', () => {
    expect(() => unpackFont(font)).toThrow(TypeError);
  });
});
