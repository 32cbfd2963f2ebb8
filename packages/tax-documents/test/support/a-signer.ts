import { createSelfSignedCertificate } from '../../src/create-self-signed-certificate.ts';

/** One for all the tests of a file: a key takes a while to make. */
export const aSigner = createSelfSignedCertificate('Linework Testes', { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2036-01-01T00:00:00Z') });
