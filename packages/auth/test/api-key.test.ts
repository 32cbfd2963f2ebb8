import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApiKey, fingerprint, isApiKey, shownPrefix } from '../src/api-key.ts';

describe('an API key', () => {
  it('always has the same form and width', () => {
    for (let round = 0; round < 500; round += 1) expect(createApiKey()).toMatch(/^lw_[0-9A-Za-z]{49}$/);
  });

  it.each(['a', 'east1', '0123abcd'])('carries the group %s of its broker', (group) => {
    const key = createApiKey(group);
    expect(key).toMatch(new RegExp(`^lw_${group}_[0-9A-Za-z]{49}$`));
    expect(isApiKey(key)).toBe(true);
    // Another group is a typing error, and so is none.
    expect(isApiKey(key.replace(`_${group}_`, '_z_'))).toBe(false);
    expect(isApiKey(key.replace(`_${group}_`, '_'))).toBe(false);
    expect(shownPrefix(key)).toBe(key.slice(0, `lw_${group}_`.length + 5));
  });

  it('is new each time', () => {
    const keys = Array.from({ length: 500 }, () => createApiKey());
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is valid with its checksum', () => {
    expect(isApiKey(createApiKey())).toBe(true);
  });

  it('is invalid if one character is changed', () => {
    const key = createApiKey();
    for (let place = 0; place < key.length; place += 1) {
      const other = key[place] === 'x' ? 'y' : 'x';
      expect(isApiKey(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    }
  });

  it.each([
    '',
    'lw_',
    `lw_${'0'.repeat(48)}`,
    createApiKey('ninechars'),
    createApiKey('A'),
    createApiKey('a-b'),
    `${createApiKey()}\n`,
    ` ${createApiKey()}`,
    `lw_${'é'.repeat(49)}`,
    'x'.repeat(10_240),
  ])('cannot be %j', (text) => {
    expect(isApiKey(text)).toBe(false);
  });

  it('is stored as its SHA-256 and its first 8 characters', () => {
    const key = createApiKey();
    expect(fingerprint(key)).toEqual(createHash('sha256').update(key).digest());
    expect(shownPrefix(key)).toBe(key.slice(0, 8));
  });
});
