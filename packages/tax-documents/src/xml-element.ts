/** What a document begins with. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** An element around a text; nothing where there is no text. */
export function buildTextElement(name: string, value: string | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeXml(value)}</${name}>`;
}

/** An element around others. */
export function buildElement(name: string, children: readonly string[], attributes: Readonly<Record<string, string>> = {}): string {
  const attributeTexts = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${escapeXml(value).replaceAll('"', '&quot;')}"`);
  return `<${name}${attributeTexts.join('')}>${children.join('')}</${name}>`;
}

/** As canonical XML writes it, so that what is signed is what is sent. */
function escapeXml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
}
