import { readFileSync } from 'node:fs';
import { Router } from 'express';
import helmet from 'helmet';
import { headerLinks, pageHeader } from './page-header.ts';
import { serveCompressedScript, serveText } from './send-public.ts';

const scalarFile = new URL('../../vendor/scalar-api-reference.js.gz', import.meta.url);

const asset = (name: string) => readFileSync(new URL(`../../assets/${name}`, import.meta.url), 'utf8');

const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Linework API</title>
  ${headerLinks}
  <link rel="stylesheet" href="/docs/docs.css">
</head>
<body>
  ${pageHeader('/docs')}
  <div id="page"></div>
  <script src="/docs/scalar.js"></script>
  <script type="module" src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Scalar offers a hosted client, an assistant, a proxy, telemetry and fonts of its own servers. All of them are off:
 * the page loads nothing from elsewhere.
 */
const settings = {
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  // Only the samples of the document are shown, which are recorded and tested, and not those that Scalar generates.
  hiddenClients: true,
  // Each operation shows its own schemas.
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  persistAuth: true,
};

function startScript(apiKey: string | undefined): string {
  const authentication = {
    preferredSecurityScheme: 'ApiKey',
    ...(apiKey !== undefined && { securitySchemes: { ApiKey: { value: apiKey } } }),
  };
  // A key has no characters that JSON does not escape.
  const given = JSON.stringify({ settings: { ...settings, authentication }, key: apiKey });
  return `const given = ${given};\n${asset('docs.js')}`;
}

/**
 * Serves the page at `/docs`, which shows the OpenAPI document. `apiKey` is filled in; everybody who opens the page can
 * read it.
 */
export function referencePage(apiKey: string | undefined): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use(
    '/docs',
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'"],
          // Scalar adds its styles as elements and attributes while it runs. Its texts change with each version, so
          // hashes would not help.
          'style-src': ["'self'", "'unsafe-inline'"],
          'img-src': ["'self'", 'data:'],
          'font-src': ["'self'", 'data:'],
          'connect-src': ["'self'"],
          'base-uri': ["'none'"],
          'form-action': ["'none'"],
          'frame-ancestors': ["'none'"],
        },
      },
      // The operator of the host decides on TLS for it and its subdomains, not this page.
      strictTransportSecurity: false,
    }),
  );
  serveText(router, '/docs', { text: () => page, mediaType: 'text/html' });
  const script = startScript(apiKey);
  serveText(router, '/docs/docs.css', { text: () => asset('docs.css'), mediaType: 'text/css' });
  serveText(router, '/docs/start.js', { text: () => script, mediaType: 'text/javascript' });
  serveCompressedScript(router, '/docs/scalar.js', scalarFile);
  return router;
}
