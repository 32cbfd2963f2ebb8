/** A number and a SIM of the demo: valid in form, assigned to nobody. `n` is below 100,000. */
export function demoSim(n: number): { readonly msisdn: string; readonly iccid: string; readonly imsi: string } {
  const serial = String(n).padStart(5, '0');
  return {
    msisdn: `+55119000${serial}`,
    iccid: withCheckDigit(`8955990000000${serial}`),
    imsi: `7249900000${serial}`,
  };
}

/** The digits with their Luhn check digit (ISO/IEC 7812-1), as ITU-T E.118 asks of an ICCID. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + luhnValue(Number(digit), at % 2 === 0), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function luhnValue(digit: number, doubled: boolean): number {
  if (!doubled) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
