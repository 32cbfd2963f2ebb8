import { afterAll, describe, expect, it } from 'vitest';
import { guides } from '../../src/documentation/guides/guide-list.ts';
import { publicUrl, startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

const read = async (path: string) => {
  const response = await fetch(`${api.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const pages = ['', ...guides.map(({ slug }) => `/${slug}`)];
const allIds: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  await Promise.all(pages.map(async (page) => [`/guides${page}`, idsIn((await read(`/guides${page}`)).text)] as const)),
);

function idsIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id));
}

describe.each(pages)('/guides%s', (page) => {
  it('is a page without inline scripts and styles, under a policy that allows none', async () => {
    const { status, headers, text } = await read(`/guides${page}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    expect(text).not.toMatch(/<script>|<style|<[^>]*\s(style|on\w+)=/);
    expect(text.match(/<h1 /g)).toHaveLength(1);
  });

  it('has only links that lead somewhere', async () => {
    const links = [...(await read(`/guides${page}`)).text.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href);
    const [path, inPage] = [
      links.filter((href) => href.startsWith('/guides')),
      links.filter((href) => href.startsWith('#')),
    ];
    expect(path.length).toBeGreaterThan(guides.length);
    for (const href of path.filter((one) => !/\.(css|md|svg)$/.test(one))) {
      const [target = '', anchor] = href.split('#');
      expect(allIds.has(target), href).toBe(true);
      if (anchor !== undefined) expect(allIds.get(target), href).toContain(anchor);
    }
    for (const href of inPage) expect(allIds.get(`/guides${page}`), href).toContain(href.slice(1));
  });

  it('is there as Markdown too', async () => {
    const { status, headers, text } = await read(`/guides${page || '/index'}.md`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^# /m);
  });
});

describe('the pictures of the guides', () => {
  it('are served as they are in the repository, and nothing else is', async () => {
    const { text } = await read('/guides/on-duty');
    const pictures = [...text.matchAll(/<img [^>]*src="([^"]+\.png)"/g)].map(([, src = '']) => src);
    expect(pictures.length).toBeGreaterThan(5);
    for (const src of pictures) {
      const { status, headers } = await read(src);
      expect([src, status, headers.get('content-type')]).toEqual([src, 200, 'image/png']);
    }
    expect((await read('/guides/images/..%2F..%2FREADME.md')).status).toBe(404);
    expect((await read('/guides/images/missing.png')).status).toBe(404);
  });
});

describe('the guides', () => {
  it('can be searched: the index has every section once, with its address', async () => {
    const sections = JSON.parse((await read('/guides/search.json')).text) as readonly {
      readonly id: string;
      readonly text: string;
    }[];
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    for (const { id } of sections) {
      const [page = '', anchor] = id.split('#');
      if (anchor !== undefined) expect(allIds.get(page), id).toContain(anchor);
    }
    expect(sections.find(({ id }) => id === '/guides/idempotency#send-one-with-every-change')?.text).toContain(
      'Choose a new key',
    );
  });

  it('serve their scripts and styles from here', async () => {
    for (const name of [
      'guides.js',
      'theme.js',
      'minisearch.js',
      'header.js',
      'theme.css',
      'header.css',
      'guides.css',
      'article.css',
    ]) {
      const { status, headers } = await read(`/guides/${name}`);
      expect([status, headers.get('content-type')?.split(';')[0]], name).toEqual([
        200,
        name.endsWith('.js') ? 'text/javascript' : 'text/css',
      ]);
    }
  });

  it.each(['/guides/first-order.html', '/guides/..%2fconfiguration.md', '/guides/examples/setup.sh', '/guides/'])(
    'do not serve %s',
    async (path) => {
      expect((await read(path)).status).toBe(404);
    },
  );
});

describe('/llms.txt', () => {
  it('lists every guide as Markdown, with a sentence about it', async () => {
    const { status, text } = await read('/llms.txt');
    expect(status).toBe(200);
    expect(text).toMatch(/^# Linework\n\n> /);
    for (const { slug } of guides) expect(text).toContain(`/guides/${slug}.md)`);
    expect(text).toContain('/openapi.json');
  });

  it('leads to pages whose links lead somewhere, and /llms-full.txt has them all', async () => {
    const linksIn = (text: string) =>
      [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const { text: full } = await read('/llms-full.txt');
    const listed = linksIn((await read('/llms.txt')).text);
    expect(listed.length).toBe(guides.length);
    for (const link of new Set([...listed, ...linksIn((await read('/guides/index.md')).text), ...linksIn(full)])) {
      expect(link).toMatch(/^https?:/);
      if (!link.startsWith(publicUrl)) continue;
      const [path = '', anchor] = link.slice(publicUrl.length).split('#');
      expect((await read(path)).status, link).toBe(200);
      if (anchor !== undefined) expect(allIds.get(path.replace(/\.md$/, '')), link).toContain(anchor);
    }
    for (const { slug } of guides) expect(full).toContain(`<!-- ${publicUrl}/guides/${slug}.md -->`);
  });
});
