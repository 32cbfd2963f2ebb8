/** The start of a document. */
export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>';

/** An element with a text; empty without a text. */
export function buildTextElement(name: string, value: string | undefined): string {
  return value === undefined ? '' : `<${name}>${escapeXml(value)}</${name}>`;
}

/** An element with child elements. */
export function buildElement(
  name: string,
  children: readonly string[],
  attributes: Readonly<Record<string, string>> = {},
): string {
  const attributeTexts = Object.entries(attributes).map(
    ([attribute, value]) => ` ${attribute}="${escapeXml(value).replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${attributeTexts.join('')}>${children.join('')}</${name}>`;
}

/** What XML 1.0 cannot have, not even escaped. One such character would make a signed document unreadable. */
const notInXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** In the form of canonical XML, so that the signed bytes are the sent bytes. */
function escapeXml(value: string): string {
  return value
    .replace(notInXml, '?')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#xD;');
}
