import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Handler } from 'express';

/** The smaller first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A name with anything else is no file of the build. */
const fileName = /^\/[\w.-]+$/;

/**
 * Serves the compressed file that the build has written beside a file, if the browser takes it. The files are served by
 * what follows.
 */
export function preferCompressed(folder: string): Handler {
  return (request, response, next) => {
    response.vary('Accept-Encoding');
    const { path } = request;
    const found =
      fileName.test(path) &&
      encodings.find(
        ([encoding, ending]) => request.acceptsEncodings(encoding) && existsSync(join(folder, path + ending)),
      );
    if (!found) return next();
    const [encoding, ending] = found;
    response.type(extname(path));
    response.setHeader('Content-Encoding', encoding);
    request.url = path + ending;
    next();
  };
}
