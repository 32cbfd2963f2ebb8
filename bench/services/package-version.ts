import { readFileSync } from 'node:fs';

/** The version of a package that is installed for the benchmarks. */
export function packageVersion(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
