import { guideGroups, guides } from './guide-list.ts';
import { readGuide, readLinkedGuide, summaryOf, titleOf } from './read-guide.ts';

/** `/llms.txt`: what is here, for a reader that is a program (llmstxt.org). */
export function buildLlmsText(publicUrl: string): string {
  const sections = guideGroups.map(({ title, guides: pages }) => {
    const lines = pages.map((guide) => {
      const markdown = readGuide(guide);
      const summary = withoutLinks(summaryOf(markdown));
      return `- [${titleOf(markdown)}](${publicUrl}/guides/${guide.slug}.md)${summary === '' ? '' : `: ${summary}`}`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  return [
    '# Linework\n',
    '> Linework activates, blocks, changes and deletes telecom lines. Each request is stored as an order, and ' +
      'workers execute it on the network.\n',
    `The whole interface is one OpenAPI document: ${publicUrl}/openapi.json\n`,
    `All pages in one file: ${publicUrl}/llms-full.txt\n`,
    ...sections,
  ].join('\n');
}

/** A summary stands on another page than the links in it. */
const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');

/** `/llms-full.txt`: every page, one after the other. */
export const buildFullText = (publicUrl: string): string =>
  guides
    .map((guide) => `<!-- ${publicUrl}/guides/${guide.slug}.md -->\n\n${readLinkedGuide(guide, publicUrl).trim()}\n`)
    .join('\n');
