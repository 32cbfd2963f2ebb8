import { createApiKey as drawKey } from '@linework/auth/api-key';
import type { Db } from '@linework/db/db';
import { describe, expect, it } from 'vitest';
import { createCallerFinder } from '../src/create-caller-finder.ts';

/** A database without any key that counts its statements. */
function countingDb() {
  let count = 0;
  const query: Db['query'] = async () => {
    count += 1;
    return [];
  };
  return { query, count: () => count };
}

describe('looking up the caller of a key', () => {
  it('sends no statement if the checksum of the key is wrong', async () => {
    const db = countingDb();
    const findCaller = createCallerFinder(db);
    const key = drawKey();
    const changed = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    for (const wrong of ['', 'nobody', changed, key.toLowerCase(), `${key} `])
      expect(await findCaller(wrong)).toBeNull();
    expect(db.count()).toBe(0);
    expect(await findCaller(key)).toBeNull();
    expect(db.count()).toBe(1);
  });
});
