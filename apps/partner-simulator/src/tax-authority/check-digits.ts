/** Whether a CNPJ of 14 digits or capital letters has its two check digits. A letter counts as its ASCII code minus 48. */
export function isCnpj(taxId: string): boolean {
  return /^[0-9A-Z]{12}\d{2}$/.test(taxId) && !/^0+$/.test(taxId) && [12, 13].every((place) => Number(taxId[place]) === weighted(taxId.slice(0, place), 8));
}

/** Whether a CPF of 11 digits has its two check digits. */
export function isCpf(taxId: string): boolean {
  return /^\d{11}$/.test(taxId) && !/^(\d)\1+$/.test(taxId) && [9, 10].every((place) => Number(taxId[place]) === weighted(taxId.slice(0, place), 10));
}

/** The check digit by modulo 11: weights from 2 upwards from the right, repeated after so many. */
function weighted(body: string, weights: number): number {
  const total = [...body].reverse().reduce((sum, character, at) => sum + (character.charCodeAt(0) - 48) * (2 + (at % weights)), 0);
  return total % 11 < 2 ? 0 : 11 - (total % 11);
}
