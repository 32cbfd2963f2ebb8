import { Router } from 'express';
import { type ConsoleParts, consoleApi } from './console-api.ts';
import { consoleFiles, findConsoleFolder } from './console-files.ts';
import { setSecurityHeaders } from './security-headers.ts';

export interface ConsoleOptions extends ConsoleParts {
  /** The folder of the built pages; by default the one beside the program. */
  readonly folder: string | undefined;
}

/** The console: its pages, and the interface that they use. */
export function createConsole({ folder, ...parts }: ConsoleOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use(setSecurityHeaders);
  router.use('/api', consoleApi(parts));
  router.use(consoleFiles(findConsoleFolder(folder)));
  return router;
}
