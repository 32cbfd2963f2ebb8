import { version } from '@linework/config/version';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { type Handler, Router } from 'express';
import { downloads } from './documentation/downloads.ts';
import { guidePages } from './documentation/guide-pages.ts';
import { openapiDocument } from './documentation/openapi-document.ts';
import { referencePage } from './documentation/reference-page.ts';

interface DocumentationOptions {
  /** The key that `/docs` fills in. */
  readonly docsApiKey: string | undefined;
  /** The folder of the packages at `/downloads`; by default the one beside the program. */
  readonly downloadsFolder: string | undefined;
}

/**
 * Serves `/openapi.json`, the same document as a page at `/docs`, the guides at `/guides`, the SDK and the command line
 * at `/downloads`, and a redirect from `/`. Nothing needs another origin.
 */
export function documentation(publicUrl: string, { docsApiKey, downloadsFolder }: DocumentationOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let document: string | undefined;
  const sendDocument: Handler = (_request, response) => {
    document ??= JSON.stringify(openapiDocument(publicUrl, { release: version }));
    response.setHeader('Content-Type', 'application/json').end(document);
  };
  router.route('/').get(redirectToDocs(publicUrl)).all(allowOnlyGet);
  router.route('/openapi.json').get(sendDocument).all(allowOnlyGet);
  router.use(referencePage(docsApiKey));
  router.use(guidePages(publicUrl));
  router.use(downloads(publicUrl, downloadsFolder));
  return router;
}

/** Browsers follow the redirect. For other clients, such as curl, the text names the addresses. */
function redirectToDocs(publicUrl: string): Handler {
  const text =
    `This is Linework. Guides: ${publicUrl}/guides\nReference: ${publicUrl}/docs\nOpenAPI document: ` +
    `${publicUrl}/openapi.json\n`;
  return (_request, response) =>
    void response.writeHead(302, { Location: '/docs', 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}
