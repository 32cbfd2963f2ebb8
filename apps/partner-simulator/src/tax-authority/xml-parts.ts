/** What is between the tags of each element of this name. The documents have no comments, no CDATA and no element inside one of its own name. */
export function listElements(xml: string, element: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>([\\s\\S]*?)</${element}>`, 'g'))].map(([, content = '']) => content);
}

/** What is between the tags of the first element of this name. */
export function findElement(xml: string, element: string): string | undefined {
  return listElements(xml, element)[0];
}

/** The text of the first element of this name that has nothing but text. */
export function findText(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

/** An amount in cents, or 0 where there is none. */
export function readCents(xml: string, element: string): bigint {
  const [, whole, part] = /^(\d+)(?:\.(\d{2}))?$/.exec(findText(xml, element) ?? '0') ?? [];
  return BigInt(`${whole ?? '0'}${part ?? '00'}`);
}
