import { randomBytes } from 'node:crypto';
import { takesLong } from '@linework/testing/run/takes-long';
import { describe, expect, it } from 'vitest';
import { KeysOfFile } from '../../src/import/keys-of-file.ts';

takesLong('much-work');

const aKey = () => randomBytes(16).toString('hex');

describe('the keys of a file', () => {
  it('have each key with its first line, however many there are, and no other', () => {
    const keys = new KeysOfFile();
    const added = Array.from({ length: 20_000 }, aKey);
    for (const [at, key] of added.entries()) keys.add(key, at + 1);
    for (const key of added) keys.add(key.toUpperCase(), 30_000);
    expect(added.map((key) => keys.lineOf(key))).toEqual(added.map((_key, at) => at + 1));
    expect(Array.from({ length: 20_000 }, () => keys.lineOf(aKey())).filter((line) => line !== undefined)).toEqual([]);
  });
});
