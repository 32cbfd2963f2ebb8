import { randomInt } from 'node:crypto';
import type { Refusal } from '@linework/domain/faults';
import type { TaxAuthority } from '@linework/domain/partners/tax-authority';
import { httpTaxAuthority } from '@linework/systems/partners/http-tax-authority';
import { cancellationXml } from '@linework/tax-documents/cancellation-xml';
import { nfcomNamespace, nfcomXml } from '@linework/tax-documents/nfcom-xml';
import { receiptKey } from '@linework/tax-documents/receipt-key';
import { selfSignedCertificate } from '@linework/tax-documents/self-signed-certificate';
import { signatureOf } from '@linework/tax-documents/xml-signature';
import { aReceipt } from '@linework/testing/a-receipt';
import { partnerUrls, type RunningPartnerSimulator, startPartnerSimulator } from '@linework/testing/start-partner-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const signer = selfSignedCertificate('Linework Testes', { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2036-01-01T00:00:00Z') });
let simulator: RunningPartnerSimulator;
let authority: TaxAuthority;
beforeAll(async () => {
  simulator = await startPartnerSimulator();
  authority = httpTaxAuthority({ url: partnerUrls(simulator.url).TAX_AUTHORITY_URL, timeoutMs: 5_000 });
});
afterAll(() => simulator.stop());

function aSigned({ number = randomInt(1, 999_999_999), code = '0000001' } = {}) {
  const plain = aReceipt();
  const { issue } = plain;
  const receipt = aReceipt({ issue: issue && { ...issue, number, code } });
  return { number, accessKey: receiptKey(receipt) ?? '', signedXml: nfcomXml(receipt, signer) };
}
/** The document as it is now, under a signature of its own. */
function signedAgain(document: string, accessKey: string): string {
  const body = /<infNFCom [\s\S]*<\/infNFCom>/.exec(document)?.[0] ?? '';
  const signature = signatureOf(body, `NFCom${accessKey}`, nfcomNamespace, signer);
  return document.replace(/<Signature [\s\S]*<\/Signature>/, () => signature);
}
const aCall = () => ({ key: crypto.randomUUID() });
const rejection = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Refusal) => [error.name, error.code],
  );
const cancellationOf = (accessKey: string, protocol: string) => ({
  accessKey,
  signedXml: cancellationXml({ environment: 'PRODUCTION', accessKey, protocol, reason: 'Cobrança em duplicidade', at: new Date() }, signer),
});

describe('the tax authority', () => {
  it('authorises a signed receipt under a protocol of sixteen digits, and knows it then', async () => {
    const { accessKey, signedXml } = aSigned();
    const answer = await authority.authorise(aCall(), { accessKey, signedXml });
    expect(answer).toEqual({ protocol: expect.stringMatching(/^\d{16}$/), at: expect.any(Date), program: expect.any(String) });
    expect(await authority.findReceipt(accessKey)).toEqual({ authorisation: answer });
  });

  it('gives one protocol for each key, however often it is asked', async () => {
    const { accessKey, signedXml } = aSigned();
    const call = aCall();
    const answer = await authority.authorise(call, { accessKey, signedXml });
    expect(await authority.authorise(call, { accessKey, signedXml })).toEqual(answer);
  });

  it('rejects what was changed after it was signed, by 297', async () => {
    const { accessKey, signedXml } = aSigned();
    const changed = signedXml.replace(/<vNF>\d+\.\d\d</, '<vNF>0.01<');
    expect(changed).not.toBe(signedXml);
    expect(await rejection(authority.authorise(aCall(), { accessKey, signedXml: changed }))).toEqual(['Refusal', '297']);
  });

  it('rejects a key whose check digit is wrong, by 236', async () => {
    const { accessKey, signedXml } = aSigned();
    const wrong = `${accessKey.slice(0, -1)}${(Number(accessKey.slice(-1)) + 1) % 10}`;
    expect(await rejection(authority.authorise(aCall(), { accessKey: wrong, signedXml }))).toEqual(['Refusal', '236']);
  });

  it('rejects a receipt that is not the one of the key, by 215', async () => {
    const [{ accessKey }, { signedXml }] = [aSigned(), aSigned()];
    expect(await rejection(authority.authorise(aCall(), { accessKey, signedXml }))).toEqual(['Refusal', '215']);
  });

  it('rejects a receipt sent again under another key of the call, by 204, and a number used again, by 539', async () => {
    const { number, ...first } = aSigned();
    await authority.authorise(aCall(), first);
    expect(await rejection(authority.authorise(aCall(), first))).toEqual(['Refusal', '204']);
    const { number: _, ...second } = aSigned({ number, code: '0000002' });
    expect(await rejection(authority.authorise(aCall(), second))).toEqual(['Refusal', '539']);
  });

  it('rejects a well signed receipt of this year without IBS and CBS, by 310, and with a total that is a cent off, by 999', async () => {
    const { accessKey, signedXml } = aSigned();
    const bare = signedXml.replaceAll(/<IBSCBS>.*?<\/IBSCBS>|<IBSCBSTot>.*<\/IBSCBSTot>|<vTotDFe>[^<]*<\/vTotDFe>/g, '');
    const wrongSum = signedXml.replace(/(<IBSCBSTot>.*<vCBS>)0\.59</, '$10.58<');
    for (const [document, code] of [
      [bare, '310'],
      [wrongSum, '999'],
    ] as const) {
      expect(document).not.toBe(signedXml);
      const again = { accessKey, signedXml: signedAgain(document, accessKey) };
      expect(await rejection(authority.authorise(aCall(), again))).toEqual(['Refusal', code]);
    }
    expect(await rejection(authority.authorise(aCall(), { accessKey, signedXml: signedAgain(signedXml, accessKey) }))).toBeUndefined();
  });

  it('registers a cancellation once, under a protocol of its own', async () => {
    const { accessKey, signedXml } = aSigned();
    const { protocol } = await authority.authorise(aCall(), { accessKey, signedXml });
    const event = cancellationOf(accessKey, protocol);
    const cancellation = await authority.registerCancellation(aCall(), event);
    expect(cancellation.protocol).not.toBe(protocol);
    expect(await authority.findReceipt(accessKey)).toMatchObject({ authorisation: { protocol }, cancellation });
    expect(await rejection(authority.registerCancellation(aCall(), event))).toEqual(['Refusal', '218']);
  });

  it('rejects the cancellation of what it never saw, by 217, and one under another protocol, by 222', async () => {
    const { accessKey, signedXml } = aSigned();
    const event = cancellationOf(accessKey, '3352600000000000');
    expect(await rejection(authority.registerCancellation(aCall(), event))).toEqual(['Refusal', '217']);
    await authority.authorise(aCall(), { accessKey, signedXml });
    expect(await rejection(authority.registerCancellation(aCall(), event))).toEqual(['Refusal', '222']);
  });

  it('rejects what it was told to, with the code that it was told', async () => {
    const { accessKey, signedXml } = aSigned();
    await simulator.client.tellAnswer({ match: { operation: 'tax-authority.authorise', id: accessKey }, answer: 'REJECTED', reason: '225' });
    expect(await rejection(authority.authorise(aCall(), { accessKey, signedXml }))).toEqual(['Refusal', '225']);
    expect(await rejection(authority.authorise(aCall(), { accessKey, signedXml }))).toBeUndefined();
  });
});
