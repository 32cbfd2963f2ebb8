/**
 * The 44 digits of a payment slip's bar code, from the typed digits (47 of a boleto, 48 of a collection slip, FEBRABAN)
 * or from the 44 themselves.
 */
export function getBarDigits(slip: string): string {
  if (slip.length === 48) return (slip.match(/.{12}/g) ?? []).map((part) => part.slice(0, 11)).join('');
  if (slip.length !== 47) return slip;
  const [bank, check, rest] = [slip.slice(0, 4), slip.slice(32, 33), slip.slice(33)];
  return `${bank}${check}${rest}${slip.slice(4, 9)}${slip.slice(10, 20)}${slip.slice(21, 31)}`;
}

/** The digits in the groups in which they are typed. */
export function formatSlip(slip: string): string {
  if (slip.length === 48) return slip.replace(/(\d{11})(\d)/g, '$1-$2 ').trim();
  if (slip.length !== 47) return slip.replace(/(\d{11})/g, '$1 ').trim();
  return slip.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

const widePatterns = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];

/**
 * Interleaved 2 of 5 (ISO/IEC 16390), wide 3: the alternating widths of bars and spaces, a bar first. Takes an even
 * number of digits.
 */
export function calculateBarWidths(digits: string): readonly number[] {
  const pairs = digits.match(/\d{2}/g) ?? [];
  const body = pairs.flatMap(([bar = '', space = '']) => {
    const [bars, spaces] = [widePatterns[Number(bar)] ?? '', widePatterns[Number(space)] ?? ''];
    return [...bars].flatMap((each, place) => [getWidth(each), getWidth(spaces[place])]);
  });
  return [1, 1, 1, 1, ...body, 3, 1, 1];
}

function getWidth(flag: string | undefined): number {
  return flag === '1' ? 3 : 1;
}
