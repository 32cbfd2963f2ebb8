import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { notFound } from '@linework/problem-details/make-problem';
import { type Handler, Router } from 'express';
import { serveText } from './send-public.ts';

/** Where `scripts/prepare.mjs` and the image put the packages: beside the sources of this program. */
const builtDownloads = fileURLToPath(new URL('../../downloads', import.meta.url));

/** A package with its name in the address that has no version. */
const packageFile = /^(linework|linework-sdk)-\d.*\.tgz$/;

/**
 * Serves the packages of the SDK and of the command line at `/downloads/{file}`. The address without a version leads to
 * the one with the version, which is the address to install: npm writes it into the lock file of a project.
 */
export function downloads(publicUrl: string, folder = builtDownloads): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const files = listPackages(folder);
  const addresses = files.map((file) => `${publicUrl}/downloads/${file}\n`).join('');
  serveText(router, '/downloads', { text: () => addresses, mediaType: 'text/plain' });
  const send: Handler = async (request, response) => {
    const wanted = String(request.params['file']);
    const found = files.find((file) => packageFile.exec(file)?.[1] === wanted.replace(/\.tgz$/, ''));
    if (found !== undefined && wanted !== found) return response.redirect(302, `/downloads/${found}`);
    if (!files.includes(wanted)) throw notFound(explain(files));
    response.setHeader('Content-Type', 'application/gzip').end(await readFile(join(folder, wanted)));
  };
  router.route('/downloads/:file').get(send).all(allowOnlyGet);
  return router;
}

function listPackages(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => packageFile.test(name));
  } catch {
    return [];
  }
}

const explain = (files: readonly string[]): string =>
  files.length === 0
    ? 'The packages are not built. Run `npm run pack:sdk` and `npm run pack:cli`.'
    : `This API has ${files.join(' and ')}. Keep the files of other versions yourself.`;
