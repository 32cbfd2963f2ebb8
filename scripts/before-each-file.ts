// Runs before each test file, in the process that runs several files.
import { forgetNeeds } from '@linework/testing/run/needs';
import { setLimitsOf } from '@linework/testing/run/takes-long';
import { expect } from 'vitest';

setLimitsOf(expect.getState().testPath ?? '');
forgetNeeds();
