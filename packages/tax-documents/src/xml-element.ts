/** What a document begins with. */
export const declaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** An element around a text; nothing where there is no text. */
export function text(name: string, value: string | undefined): string {
  return value === undefined ? '' : `<${name}>${escaped(value)}</${name}>`;
}

/** An element around others. */
export function group(name: string, children: readonly string[], attributes: Readonly<Record<string, string>> = {}): string {
  const shown = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escaped(value).replaceAll('"', '&quot;')}"`);
  return `<${name}${shown.join('')}>${children.join('')}</${name}>`;
}

/** As canonical XML writes it, so that what is signed is what is sent. */
function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
}
