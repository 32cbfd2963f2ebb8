import { fileURLToPath } from 'node:url';

export type Settings = Readonly<Record<string, string>>;

/** Tests start dozens of programs. With the compile cache each start takes a third less time. It is kept for the next run, as that of `npm start`. */
export const compileCache: Settings = { NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../.local/compiled', import.meta.url)) };

/**
 * The two arenas and the limit of young objects are those of the Dockerfile: with one arena per thread each program would use 10 to 20 MiB
 * more.
 */
export const processSettings: Settings = { ...compileCache, MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8' };
