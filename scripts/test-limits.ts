// Runs before each test file: a file of a long kind has more time (packages/testing/src/run/time-limits.ts).
import { setLimitsOf } from '@linework/testing/run/takes-long';
import { expect } from 'vitest';

setLimitsOf(expect.getState().testPath ?? '');
