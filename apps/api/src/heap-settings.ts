import { setFlagsFromString } from 'node:v8';

// V8 lets as much old garbage lie as is in use while the machine has memory. Many small machines share one; with this a million rows are
// imported in some 60 MiB beside what the API takes at rest, at the same speed. The Dockerfile bounds what is young: that is fixed at the start.
setFlagsFromString('--heap-growing-percent=20');
