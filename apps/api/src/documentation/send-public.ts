import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { notFound } from '@linework/problem-details/make-problem';
import type { Handler, Router } from 'express';

const unpack = promisify(gunzip);

/** Serves a text at one address without a key. Methods other than GET and HEAD get 405. */
export function serveText(
  router: Router,
  path: string,
  { text, mediaType }: { readonly text: () => string; readonly mediaType: string },
): void {
  const send: Handler = (_request, response) =>
    void response.setHeader('Content-Type', `${mediaType}; charset=utf-8`).end(text());
  router.route(path).get(send).all(allowOnlyGet);
}

/** Serves one file with its bytes. */
export function serveFile(
  router: Router,
  path: string,
  { file, mediaType }: { readonly file: URL; readonly mediaType: string },
): void {
  let stored: Promise<Buffer> | undefined;
  const send: Handler = async (_request, response) => {
    stored ??= readFile(file);
    response.setHeader('Content-Type', mediaType).end(await stored);
  };
  router.route(path).get(send).all(allowOnlyGet);
}

/** Serves the PNG files of a folder. */
export function servePictures(router: Router, path: `${string}/:name`, folder: URL): void {
  const send: Handler = async (request, response) => {
    const name = String(request.params['name']);
    const picture = /^[\w-]+\.png$/.test(name)
      ? await readFile(new URL(name, folder)).catch(() => undefined)
      : undefined;
    if (picture === undefined) throw notFound('There is no such picture.');
    response.setHeader('Content-Type', 'image/png').end(picture);
  };
  router.route(path).get(send).all(allowOnlyGet);
}

/**
 * Serves a script that is stored compressed. `sendFile` of Express throws for a range outside the file. Anybody could
 * cause a 500 with that. A client that does not accept gzip gets the script uncompressed.
 */
export function serveCompressedScript(router: Router, path: string, file: URL): void {
  let stored: Promise<Buffer> | undefined;
  const send: Handler = async (request, response) => {
    stored ??= readFile(file);
    const compressed = await stored;
    response.setHeader('Content-Type', 'text/javascript; charset=utf-8').setHeader('Vary', 'Accept-Encoding');
    if (request.acceptsEncodings('gzip') === false) return void response.end(await unpack(compressed));
    response.setHeader('Content-Encoding', 'gzip').end(compressed);
  };
  router.route(path).get(send).all(allowOnlyGet);
}
