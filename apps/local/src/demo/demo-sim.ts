/** A number and a SIM of the demo. They have a valid format and belong to no real subscriber. `n` is below 100,000. */
export function demoSim(n: number): { readonly msisdn: string; readonly iccid: string; readonly imsi: string } {
  const serial = String(n).padStart(5, '0');
  return {
    msisdn: `+55119000${serial}`,
    iccid: withCheckDigit(`8955990000000${serial}`),
    imsi: `7249900000${serial}`,
  };
}

/** Appends the Luhn check digit (ISO/IEC 7812-1), which ITU-T E.118 requires for an ICCID. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + luhnValue(Number(digit), at % 2 === 0), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

function luhnValue(digit: number, doubled: boolean): number {
  if (!doubled) return digit;
  return digit > 4 ? digit * 2 - 9 : digit * 2;
}
