# One image for all programs. The command selects the program; see docker-compose.yml and docker-compose.production.yml.

# node:24-slim with its digest: docker build --build-arg NODE_IMAGE=node:24-slim@sha256:... The build fails without it.
# With --build-arg LINEWORK_COMMIT=$(git rev-parse HEAD) the version of the programs has the commit.
ARG NODE_IMAGE

# Only the files that the installs below depend on, so that Docker repeats the installs only when these files change.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps apps
COPY packages packages
RUN find apps packages -type f ! -name package.json -delete

# Only the production dependencies. Optional packages are tools, and native versions of code that also exists in
# JavaScript. The dependencies of the root are those of `npm start`, which generates and builds what stages below do.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
RUN npm pkg delete dependencies && npm install --package-lock-only --ignore-scripts --no-audit --no-fund && \
  npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund \
    --workspace=apps/api --workspace=apps/cli --workspace=apps/worker --workspace=apps/network-simulator \
    --workspace=apps/partner-simulator --workspace=packages/db

FROM ${NODE_IMAGE} AS client
WORKDIR /app
COPY --from=manifests /app ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY prisma.config.ts ./
COPY prisma prisma
# Generating needs no engine, but Prisma downloads one unless this variable names an executable file.
RUN PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node node node_modules/prisma/build/index.js generate

# The pages of the console. They need the sources of the packages that they import, and of nothing else.
FROM client AS console
COPY tsconfig.base.json ./
COPY apps/console apps/console
COPY packages packages
RUN cd apps/console && node ../../node_modules/vite/bin/vite.js build --logLevel warn

# The packages of the SDK and of the command line, which the API serves.
FROM client AS downloads
ARG LINEWORK_COMMIT=
ENV LINEWORK_COMMIT=${LINEWORK_COMMIT}
COPY tsconfig.base.json ./
COPY scripts/pack.ts scripts/
COPY scripts/pack scripts/pack
COPY apps/cli apps/cli
COPY packages packages
RUN node scripts/pack.ts apps/api/downloads

FROM ${NODE_IMAGE}
ARG LINEWORK_COMMIT=
ENV LINEWORK_COMMIT=${LINEWORK_COMMIT}
# Two malloc arenas instead of eight per core, which the threads of a program leave half empty. Two semi-spaces of 8 MiB
# for young objects: with 1 MiB, garbage collection costs a third of the throughput; without a limit they grow to 128
# MiB and are no faster.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=8
WORKDIR /app
COPY --from=dependencies /app ./
COPY apps apps
COPY packages packages
COPY prisma/migrations prisma/migrations
# The pages at /guides, and the examples of the page at /docs.
COPY docs docs
# What the compositions run before the programs.
COPY deploy deploy
COPY --from=client /app/packages/db/src/generated packages/db/src/generated
COPY --from=console /app/apps/console/dist apps/console/dist
COPY --from=downloads /app/apps/api/downloads apps/api/downloads
# Created here, so that a volume mounted over it belongs to the unprivileged user.
RUN mkdir /state && chown node:node /state
USER node
CMD ["node", "apps/api/src/main.ts"]
