import { randomInt } from 'node:crypto';
import type { PermanentError } from '@linework/engine/model/system-errors';
import type { TaxAuthority } from '@linework/partners/tax-authority';
import { createHttpTaxAuthority } from '@linework/systems/partners/create-http-tax-authority';
import { buildCancellationXml } from '@linework/tax-documents/build-cancellation-xml';
import { buildNfcomXml, nfcomNamespace } from '@linework/tax-documents/build-nfcom-xml';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';
import { findReceiptKey } from '@linework/tax-documents/model/receipt-key';
import { signXml } from '@linework/tax-documents/sign-xml';
import { aReceipt } from '@linework/testing/documents/a-receipt';
import {
  partnerUrls,
  type RunningPartnerSimulator,
  startPartnerSimulator,
} from '@linework/testing/simulators/start-partner-simulator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const signer = createSelfSignedCertificate('Linework Testes', {
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2036-01-01T00:00:00Z'),
});
let simulator: RunningPartnerSimulator;
let authority: TaxAuthority;
beforeAll(async () => {
  simulator = await startPartnerSimulator();
  authority = createHttpTaxAuthority({ url: partnerUrls(simulator.url).TAX_AUTHORITY_URL, timeoutMs: 60_000 });
});
afterAll(() => simulator.stop());

function aSigned({ number = randomInt(1, 999_999_999), code = '0000001' } = {}) {
  const plain = aReceipt();
  const { issue } = plain;
  // The authority refuses a receipt that is older than five days.
  const receipt = aReceipt({ issue: issue && { ...issue, at: new Date(), number, code } });
  return { number, accessKey: findReceiptKey(receipt) ?? '', signedXml: buildNfcomXml(receipt, signer) };
}
/** The current document with its own signature. */
function signAgain(document: string, accessKey: string): string {
  const body = /<infNFCom [\s\S]*<\/infNFCom>/.exec(document)?.[0] ?? '';
  const signature = signXml(body, `NFCom${accessKey}`, nfcomNamespace, signer);
  return document.replace(/<Signature [\s\S]*<\/Signature>/, () => signature);
}
const aCall = () => ({ key: crypto.randomUUID() });
const catchRejection = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: PermanentError) => [error.name, error.code],
  );
const buildCancellation = (accessKey: string, protocol: string) => ({
  accessKey,
  signedXml: buildCancellationXml(
    { environment: 'PRODUCTION', accessKey, protocol, reason: 'Cobrança em duplicidade', at: new Date() },
    signer,
  ),
});

describe('the tax authority', () => {
  it('authorises a signed receipt with a protocol of sixteen digits, and then finds it', async () => {
    const { accessKey, signedXml } = aSigned();
    const answer = await authority.authorise(aCall(), { accessKey, signedXml });
    expect(answer).toEqual({
      protocol: expect.stringMatching(/^\d{16}$/),
      at: expect.any(Date),
      program: expect.any(String),
    });
    expect(await authority.findReceipt(accessKey)).toEqual({ authorisation: answer });
  });

  it('returns one protocol for each key and any number of calls', async () => {
    const { accessKey, signedXml } = aSigned();
    const call = aCall();
    const answer = await authority.authorise(call, { accessKey, signedXml });
    expect(await authority.authorise(call, { accessKey, signedXml })).toEqual(answer);
  });

  it('rejects a document that was changed after its signature, with 297', async () => {
    const { accessKey, signedXml } = aSigned();
    const changed = signedXml.replace(/<vNF>\d+\.\d\d</, '<vNF>0.01<');
    expect(changed).not.toBe(signedXml);
    expect(await catchRejection(authority.authorise(aCall(), { accessKey, signedXml: changed }))).toEqual([
      'PermanentError',
      '297',
    ]);
  });

  it('rejects a key whose check digit is wrong, with 236', async () => {
    const { accessKey, signedXml } = aSigned();
    const wrong = `${accessKey.slice(0, -1)}${(Number(accessKey.slice(-1)) + 1) % 10}`;
    expect(await catchRejection(authority.authorise(aCall(), { accessKey: wrong, signedXml }))).toEqual([
      'PermanentError',
      '236',
    ]);
  });

  it('rejects a receipt that does not match the key, with 215', async () => {
    const [{ accessKey }, { signedXml }] = [aSigned(), aSigned()];
    expect(await catchRejection(authority.authorise(aCall(), { accessKey, signedXml }))).toEqual([
      'PermanentError',
      '215',
    ]);
  });

  it('rejects a receipt that is sent again with another key of the call, with 204, and a reused number, with 539', async () => {
    const { number, ...first } = aSigned();
    await authority.authorise(aCall(), first);
    expect(await catchRejection(authority.authorise(aCall(), first))).toEqual(['PermanentError', '204']);
    const { number: _, ...second } = aSigned({ number, code: '0000002' });
    expect(await catchRejection(authority.authorise(aCall(), second))).toEqual(['PermanentError', '539']);
  });

  it('rejects a validly signed receipt of this year without IBS and CBS, with 310, and with a total that is a cent off, with 999', async () => {
    const { accessKey, signedXml } = aSigned();
    const bare = signedXml.replaceAll(
      /<IBSCBS>.*?<\/IBSCBS>|<IBSCBSTot>.*<\/IBSCBSTot>|<vTotDFe>[^<]*<\/vTotDFe>/g,
      '',
    );
    const wrongSum = signedXml.replace(/(<IBSCBSTot>.*<vCBS>)0\.59</, '$10.58<');
    for (const [document, code] of [
      [bare, '310'],
      [wrongSum, '999'],
    ] as const) {
      expect(document).not.toBe(signedXml);
      const again = { accessKey, signedXml: signAgain(document, accessKey) };
      expect(await catchRejection(authority.authorise(aCall(), again))).toEqual(['PermanentError', code]);
    }
    expect(
      await catchRejection(authority.authorise(aCall(), { accessKey, signedXml: signAgain(signedXml, accessKey) })),
    ).toBeUndefined();
  });

  it('registers a cancellation once, with its own protocol', async () => {
    const { accessKey, signedXml } = aSigned();
    const { protocol } = await authority.authorise(aCall(), { accessKey, signedXml });
    const event = buildCancellation(accessKey, protocol);
    const cancellation = await authority.registerCancellation(aCall(), event);
    expect(cancellation.protocol).not.toBe(protocol);
    expect(await authority.findReceipt(accessKey)).toMatchObject({ authorisation: { protocol }, cancellation });
    expect(await catchRejection(authority.registerCancellation(aCall(), event))).toEqual(['PermanentError', '218']);
  });

  it('rejects the cancellation of an unknown receipt, with 217, and one with another protocol, with 222', async () => {
    const { accessKey, signedXml } = aSigned();
    const event = buildCancellation(accessKey, '3352600000000000');
    expect(await catchRejection(authority.registerCancellation(aCall(), event))).toEqual(['PermanentError', '217']);
    await authority.authorise(aCall(), { accessKey, signedXml });
    expect(await catchRejection(authority.registerCancellation(aCall(), event))).toEqual(['PermanentError', '222']);
  });

  it('rejects with the scripted code', async () => {
    const { accessKey, signedXml } = aSigned();
    await simulator.client.scriptReply({
      match: { operation: 'tax-authority.authorise', id: accessKey },
      answer: 'REJECTED',
      reason: '225',
    });
    expect(await catchRejection(authority.authorise(aCall(), { accessKey, signedXml }))).toEqual([
      'PermanentError',
      '225',
    ]);
    expect(await catchRejection(authority.authorise(aCall(), { accessKey, signedXml }))).toBeUndefined();
  });
});
