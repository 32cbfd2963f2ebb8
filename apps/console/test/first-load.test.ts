import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { measureFirstLoad } from '../scripts/measure-first-load.ts';

it('the first load is what the page and its scripts import at their start, and not what comes later', () => {
  const folder = mkdtempSync(join(tmpdir(), 'first-load-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  write(
    'index.html',
    '<script type="module" src="/console/assets/index-a1.js"></script><link rel="stylesheet" ' +
      'href="/console/assets/index-b2.css">',
  );
  write(
    'assets/index-a1.js',
    'import{a}from"./shared-c3.js";import"./side-d4.js";const page=()=>import("./page-e5.js");',
  );
  write('assets/index-b2.css', 'a{}');
  write('assets/shared-c3.js', 'import{b}from"./side-d4.js";');
  write('assets/side-d4.js', 'export{}');
  write('assets/page-e5.js', 'export{}');
  const { bytes, files } = measureFirstLoad(folder);
  expect(files.map(({ name }) => name).toSorted()).toEqual([
    'index-a1.js',
    'index-b2.css',
    'shared-c3.js',
    'side-d4.js',
  ]);
  expect(bytes).toBe(files.reduce((sum, file) => sum + file.bytes, 0));
});
