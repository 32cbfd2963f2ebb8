import { type RequestHandler, Router } from 'express';
import { type ConsoleParts, consoleApi } from './console-api.ts';
import { consoleFiles, findConsoleFolder } from './console-files.ts';

/** Scripts, styles and data come from here only, and no page of another site may show the console in a frame. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const setSecurityHeaders: RequestHandler = (_request, response, next) => {
  response.setHeader('Content-Security-Policy', consolePolicy);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  next();
};

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
