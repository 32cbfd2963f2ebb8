import { createSelfSignedCertificate } from '../../src/create-self-signed-certificate.ts';

/** One key for all tests of a file, because generating one takes a while. */
export const aSigner = createSelfSignedCertificate('Linework Testes', {
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2036-01-01T00:00:00Z'),
});
