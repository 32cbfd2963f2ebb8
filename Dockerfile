# One image for all programs; the command chooses which: see docker-compose.yml.

# node:24-slim with its digest: docker build --build-arg NODE_IMAGE=node:24-slim@sha256:... Without it nothing is built.
ARG NODE_IMAGE

# Only what the installs below depend on, so that they are repeated only when it changes.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps apps
COPY packages packages
RUN find apps packages -type f ! -name package.json -delete

# What the programs need and no more. Optional packages are tools and native copies of what is there in JavaScript.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund \
    --workspace=apps/api --workspace=apps/worker --workspace=apps/network-simulator --workspace=apps/partner-simulator --workspace=packages/db

FROM ${NODE_IMAGE} AS client
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY prisma.config.ts ./
COPY prisma prisma
# Generating needs no engine, but Prisma downloads one unless it is told of an executable file.
RUN PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node node node_modules/prisma/build/index.js generate

FROM ${NODE_IMAGE}
# Two arenas for memory instead of eight for each core, which the threads of a program leave half empty. Two times 8 MiB for young objects:
# with 1 MiB a third of the requests are lost to collecting garbage, and without a bound they grow to 128 MiB and are no faster.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
COPY --from=dependencies /app ./
COPY apps apps
COPY packages packages
COPY prisma/migrations prisma/migrations
COPY deploy/check-images.sh deploy/check-images.sh
COPY --from=client /app/packages/db/src/generated packages/db/src/generated
# Made here, so that a volume put over it belongs to the user without rights.
RUN mkdir /state && chown node:node /state
USER node
CMD ["node", "apps/api/src/main.ts"]
