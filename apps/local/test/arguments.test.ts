import { expect, it } from 'vitest';
import { help } from '../src/arguments.ts';
import { localSettings } from '../src/config.ts';

it('the help of npm start describes each of its settings, and no other', () => {
  const described = [...help.matchAll(/^ {2}([A-Z_]+) +\S/gm)].map(([, name]) => name);
  expect(described).toEqual(Object.keys(localSettings.shape));
});
