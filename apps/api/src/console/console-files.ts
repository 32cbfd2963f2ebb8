import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { notFound } from '@linework/problem-details/make-problem';
import express, { type Handler, Router } from 'express';
import { preferCompressed } from './prefer-compressed.ts';

/**
 * Where `npm run build` in `apps/console` puts the pages: beside the sources of this program, and beside its bundle.
 */
const builtFolders = ['../../../console/dist', './console', '../console'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The folder of the built pages; undefined if they were not built. */
export const findConsoleFolder = (given: string | undefined): string | undefined =>
  [given ?? builtFolders].flat().find((folder) => existsSync(`${folder}/index.html`));

const yearSeconds = 31_536_000;

/**
 * Serves the built pages. The names of files in `assets` contain their content, so browsers keep them. Each page is
 * `index.html`, which reads the address.
 */
export function consoleFiles(folder: string | undefined): Router {
  const router = Router({ caseSensitive: true });
  if (folder === undefined) return router.use(missing);
  const assets = `${folder}/assets`;
  router.use(
    '/assets',
    preferCompressed(assets),
    express.static(assets, { immutable: true, maxAge: yearSeconds * 1_000, index: false, redirect: false }),
    noSuchFile,
  );
  router.use(express.static(folder, { cacheControl: false, index: false, redirect: false }));
  router.get('/{*path}', (_request, response) =>
    response.sendFile('index.html', { root: folder, cacheControl: false }),
  );
  return router.use(allowOnlyGet);
}

const missing: Handler = () => {
  throw notFound(
    'The pages of the console are not built. Run `npm run build -w @linework/console`, or name their folder in ' +
      'CONSOLE_FOLDER.',
  );
};

const noSuchFile: Handler = () => {
  throw notFound('There is no such file.');
};
