import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Settings = Readonly<Record<string, string>>;

/**
 * Tests start dozens of programs. With the compile cache each start takes a third less time. TEST_COMPILE_CACHE names
 * one that the next test run has too.
 */
export const compileCache: Settings = {
  // biome-ignore lint/style/noProcessEnv: tests have no configuration, and only their run names the folder.
  NODE_COMPILE_CACHE: process.env['TEST_COMPILE_CACHE'] ?? join(tmpdir(), 'linework-compile-cache'),
};

/**
 * The two arenas and the limit of young objects are those of the Dockerfile: with one arena per thread each program
 * would use 10 to 20 MiB more.
 */
export const processSettings: Settings = {
  ...compileCache,
  MALLOC_ARENA_MAX: '2',
  NODE_OPTIONS: '--max-semi-space-size=8',
};
