import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openapi } from '@linework/http/openapi/openapi';
import { allowOnlyGet } from '@linework/http/routing/allow-only-get';
import { tags } from '@linework/schemas/tags';
import { type Handler, Router } from 'express';
import helmet from 'helmet';
import { routes } from './interface.ts';

const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const swaggerFiles = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' };

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Linework</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
  <div id="page"></div>
  <script src="/docs/swagger-ui-bundle.js"></script>
  <script src="/docs/start.js"></script>
</body>
</html>
`;

const startScript = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#page', deepLinking: true, validatorUrl: null });\n`;

const description =
  'Linework manages telecom lines and the records around them. A request that changes a line on the network opens an order. ' +
  'Follow the order at the address in `Location`. Send an `Idempotency-Key` with each request that changes something, and repeat it until you have an answer.';

/** The OpenAPI document of the API. */
export const openapiDocument = (serverUrl: string) =>
  openapi(routes, { title: 'Linework', version: '1.0.0', serverUrl, description, contact: { name: 'Linework', url: `${serverUrl}/docs` }, tags });

/** Serves `/openapi.json`, the same document as a page at `/docs` without external resources, and a redirect from `/`. */
export function documentation(publicUrl: string): Router {
  const router = Router({ caseSensitive: true, strict: true });
  let document: string | undefined;
  const sendDocument: Handler = (_request, response) => {
    document ??= JSON.stringify(openapiDocument(publicUrl));
    response.setHeader('Content-Type', 'application/json').end(document);
  };
  router.route('/').get(redirectToDocs(publicUrl)).all(allowOnlyGet);
  router.route('/openapi.json').get(sendDocument).all(allowOnlyGet);
  router.use(
    '/docs',
    helmet({
      contentSecurityPolicy: { directives: { 'script-src': ["'self'"], 'style-src': ["'self'", "'unsafe-inline'"], 'upgrade-insecure-requests': null } },
      // The operator of the host decides on TLS for it and its subdomains, not this page.
      strictTransportSecurity: false,
    }),
  );
  router.route('/docs').get(sendText(page, 'text/html')).all(allowOnlyGet);
  router.route('/docs/start.js').get(sendText(startScript, 'text/javascript')).all(allowOnlyGet);
  for (const [file, mediaType] of Object.entries(swaggerFiles)) router.route(`/docs/${file}`).get(sendFile(file, mediaType)).all(allowOnlyGet);
  return router;
}

/** Browsers follow the redirect. For other clients, such as curl, the text names the addresses. */
function redirectToDocs(publicUrl: string): Handler {
  const text = `This is Linework. Documentation: ${publicUrl}/docs\nOpenAPI document: ${publicUrl}/openapi.json\n`;
  return (_request, response) => void response.writeHead(302, { Location: '/docs', 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}

function sendText(text: string, mediaType: string): Handler {
  return (_request, response) => void response.setHeader('Content-Type', `${mediaType}; charset=utf-8`).end(text);
}

/** `sendFile` of Express throws for a range outside the file. Anybody could cause a 500 with that. */
function sendFile(file: string, mediaType: string): Handler {
  let content: Promise<Buffer> | undefined;
  return async (_request, response) => {
    content ??= readFile(join(swaggerFolder, file));
    response.setHeader('Content-Type', `${mediaType}; charset=utf-8`).end(await content);
  };
}
