node scripts/run.mjs apps/network-simulator/src/main.ts
node scripts/run.mjs apps/api/src/main.ts
node scripts/run.mjs apps/worker/src/main.ts
