import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** 250 kB of scripts and styles: a second on a line of 2 Mbit/s. Fonts come after the first text. */
export const firstLoadLimitBytes = 250_000;

export interface FirstLoad {
  readonly bytes: number;
  /** The files with their sizes, the largest first. */
  readonly files: readonly { readonly name: string; readonly bytes: number }[];
}

/**
 * The scripts and styles that `index.html` names, and every script that those import when they start. A script that is
 * imported later is left out.
 */
export function measureFirstLoad(folder: string): FirstLoad {
  const names = new Set<string>();
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const waiting = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name = '']) => name);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (names.has(name)) continue;
    names.add(name);
    if (name.endsWith('.js')) waiting.push(...listStaticImports(readFileSync(join(folder, 'assets', name), 'utf8')));
  }
  const files = [...names].map((name) => ({
    name,
    bytes: gzipSync(readFileSync(join(folder, 'assets', name)), { level: 9 }).length,
  }));
  return {
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    files: files.toSorted((a, b) => b.bytes - a.bytes),
  };
}

/** The scripts of `import … from "./x.js"` and `import "./x.js"`. `import("./x.js")` is loaded later. */
const listStaticImports = (code: string): readonly string[] =>
  [...code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name = '']) => name);
