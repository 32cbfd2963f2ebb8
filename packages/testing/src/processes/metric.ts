/** A sample of a program's metrics page, added up over its labels: 0 where there is none. */
export async function metric(
  { url, adminUrl = url }: { readonly url: string; readonly adminUrl?: string },
  name: string,
  operatorKey: string,
): Promise<number> {
  const response = await fetch(`${adminUrl}/metrics`, { headers: { 'X-API-Key': operatorKey } });
  const samples = (await response.text()).split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return samples.reduce((sum, sample) => sum + Number(sample.split(' ').at(-1)), 0);
}
