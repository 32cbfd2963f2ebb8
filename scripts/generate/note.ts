/** The first line of every generated page. */
export const note = '<!-- Written by `npm run generate`. Change the code it comes from, not this page. -->';

/** A cell of a Markdown table: one line, in which a bar is no border. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
