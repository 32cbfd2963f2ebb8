/**
 * The content of each element with this name. The documents have no comments, no CDATA and no element inside one with
 * its own name.
 */
export function listElements(xml: string, element: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, content = '']) => content,
  );
}

/** The content of the first element with this name. */
export function findElement(xml: string, element: string): string | undefined {
  return listElements(xml, element)[0];
}

/** The text of the first element with this name that has only text. */
export function findText(xml: string, element: string): string | undefined {
  return new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
}

/** An amount in cents, or 0 when it is missing. */
export function readCents(xml: string, element: string): bigint {
  const [, whole, part] = /^(\d+)(?:\.(\d{2}))?$/.exec(findText(xml, element) ?? '0') ?? [];
  return BigInt(`${whole ?? '0'}${part ?? '00'}`);
}

/** A decimal in hundred-millionths, or 0 when it is missing. */
export function readDecimal(xml: string, element: string): bigint {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d{1,8}))?$/.exec(findText(xml, element) ?? '0') ?? [];
  return BigInt(`${whole ?? '0'}${part.padEnd(8, '0')}`);
}
