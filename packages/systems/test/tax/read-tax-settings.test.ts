import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@linework/config/config-error';
import { readTaxSettings } from '@linework/systems/tax/read-tax-settings';
import { createSelfSignedCertificate } from '@linework/tax-documents/create-self-signed-certificate';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'linework-certificates-'));
afterAll(() => rmSync(folder, { recursive: true }));
const validity = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2036-01-01T00:00:00Z') };
const [own, another] = [createSelfSignedCertificate('own', validity), createSelfSignedCertificate('another', validity)];

function writeFile(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const certificate = writeFile('own.pem', own.certificate);
const key = writeFile('own.key', own.privateKey);
const read = (given: object) => readTaxSettings({ TAX_ENVIRONMENT: 'TRIAL', TAX_LEASE_MS: 1_000, ...given });

describe('the settings of tax receipts', () => {
  it('are for trial without a certificate, with one that is created once', () => {
    const settings = read({});
    expect(settings).toMatchObject({ environment: 'TRIAL', leaseMs: 1_000 });
    expect(settings.signer).toBe(settings.signer);
    expect(settings.signer.certificate).toContain('BEGIN CERTIFICATE');
  });

  it('use the configured certificate', () => {
    const settings = read({ TAX_ENVIRONMENT: 'PRODUCTION', TAX_CERTIFICATE_FILE: certificate, TAX_KEY_FILE: key });
    expect(settings).toMatchObject({ environment: 'PRODUCTION', signer: own });
  });

  it.each([
    ['production without a certificate', { TAX_ENVIRONMENT: 'PRODUCTION' }],
    ['a certificate without its key', { TAX_CERTIFICATE_FILE: certificate }],
    ['a key without its certificate', { TAX_KEY_FILE: key }],
    [
      'the key of another',
      { TAX_CERTIFICATE_FILE: certificate, TAX_KEY_FILE: writeFile('another.key', another.privateKey) },
    ],
    [
      'files that do not exist',
      { TAX_CERTIFICATE_FILE: join(folder, 'none.pem'), TAX_KEY_FILE: join(folder, 'none.key') },
    ],
    ['files that are something else', { TAX_CERTIFICATE_FILE: key, TAX_KEY_FILE: certificate }],
  ])('are rejected with %s, without a path in the message', (_what, given) => {
    expect(() => read(given)).toThrow(ConfigError);
    expect(() => read(given)).not.toThrow(folder);
  });
});
