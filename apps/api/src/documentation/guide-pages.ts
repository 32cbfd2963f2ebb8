import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { type Handler, Router } from 'express';
import helmet from 'helmet';
import { guides } from './guides/guide-list.ts';
import { buildFullText, buildLlmsText } from './guides/guide-texts.ts';
import { readLinkedGuide } from './guides/read-guide.ts';
import { serveFile, servePictures, serveText } from './send-public.ts';

const assets = new URL('../../assets/', import.meta.url);
const picturesFolder = new URL('../../../../docs/images/', import.meta.url);
const assetTypes = {
  'guides.js': 'text/javascript',
  'theme.js': 'text/javascript',
  'header.js': 'text/javascript',
  'theme.css': 'text/css',
  'header.css': 'text/css',
  'guides.css': 'text/css',
  'article.css': 'text/css',
  'icon.svg': 'image/svg+xml',
};
const minisearch = pathToFileURL(join(dirname(createRequire(import.meta.url).resolve('minisearch')), '../es/index.js'));
const fonts = dirname(createRequire(import.meta.url).resolve('@fontsource-variable/inter/package.json'));
const inter = pathToFileURL(join(fonts, 'files/inter-latin-wght-normal.woff2'));

const readOnce = (file: URL) => {
  let text: string | undefined;
  return () => (text ??= readFileSync(file, 'utf8'));
};

/**
 * Serves the guides at `/guides`, each also as Markdown, and `/llms.txt` with `/llms-full.txt`. A page is rendered when
 * it is first asked for.
 */
export function guidePages(publicUrl: string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(
    '/guides',
    helmet({ contentSecurityPolicy: { useDefaults: false, directives: policy }, strictTransportSecurity: false }),
  );
  router
    .route('/guides')
    .get(sendRendered(() => renderers().then(({ renderGuide }) => renderGuide(undefined))))
    .all(allowOnlyGet);
  serveText(router, '/guides/index.md', {
    text: () => readLinkedGuide({ slug: 'index', file: 'guides/index.md' }, publicUrl),
    mediaType: 'text/markdown',
  });
  for (const guide of guides) {
    router
      .route(`/guides/${guide.slug}`)
      .get(sendRendered(() => renderers().then(({ renderGuide }) => renderGuide(guide))))
      .all(allowOnlyGet);
    serveText(router, `/guides/${guide.slug}.md`, {
      text: () => readLinkedGuide(guide, publicUrl),
      mediaType: 'text/markdown',
    });
  }
  router
    .route('/guides/search.json')
    .get(sendRendered(() => renderers().then(({ buildSearchIndex }) => buildSearchIndex()), 'application/json'))
    .all(allowOnlyGet);
  for (const [name, mediaType] of Object.entries(assetTypes))
    serveText(router, `/guides/${name}`, { text: readOnce(new URL(name, assets)), mediaType });
  servePictures(router, '/guides/images/:name', picturesFolder);
  serveText(router, '/guides/minisearch.js', { text: readOnce(minisearch), mediaType: 'text/javascript' });
  serveFile(router, '/guides/inter.woff2', { file: inter, mediaType: 'font/woff2' });
  serveText(router, '/llms-full.txt', { text: () => buildFullText(publicUrl), mediaType: 'text/plain' });
  serveText(router, '/llms.txt', { text: () => buildLlmsText(publicUrl), mediaType: 'text/plain' });
  return router;
}

/** Nothing inline, nothing from elsewhere. */
const policy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** The parser and the highlighter are loaded with the first page, so that they cost a start of the API nothing. */
const renderers = () => import('./guides/render-guides.ts');

function sendRendered(render: () => Promise<string>, mediaType = 'text/html'): Handler {
  let text: Promise<string> | undefined;
  return async (_request, response) => {
    text ??= render();
    response.setHeader('Content-Type', `${mediaType}; charset=utf-8`).end(await text);
  };
}
