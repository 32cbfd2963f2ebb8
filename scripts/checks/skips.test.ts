import { expect, it } from 'vitest';
import { countSkipped, describeSkips, findForbiddenSkips } from './skips.ts';

const browser = { need: 'chromium', reason: 'chromium is missing. Install it.', tests: 3 };
const image = { need: 'image', reason: 'It needs root.' };

it('a skip has a line with the number of tests, or the check, and the remedy', () => {
  expect(describeSkips([browser, { ...browser, tests: 1 }, image])).toEqual([
    '3 tests: chromium is missing. Install it.',
    '1 test: chromium is missing. Install it.',
    'image: It needs root.',
  ]);
  expect(countSkipped([browser, image])).toBe(4);
});

it('with CI=true only a listed skip is allowed', () => {
  const allowed = { image: 'It needs root.' };
  expect(findForbiddenSkips([browser, image], true, allowed)).toEqual([browser]);
  expect(findForbiddenSkips([browser, image], false, allowed)).toEqual([]);
});
