# One image for the servers and the workers: docs/exploitation.md, « Conteneurs ».

# The screens, built with every tool.
FROM node:24-bookworm-slim AS screens
WORKDIR /palier
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build

# What runs, without the tools.
FROM node:24-bookworm-slim AS packages
WORKDIR /palier
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund
# The image has its own Node.
RUN rm -rf node_modules/node-linux-* node_modules/node-win-* node_modules/.bin

FROM node:24-bookworm-slim
# scripts/lib/process-settings.json; scripts/lib/setup.mjs says why.
ENV NODE_ENV=production UV_THREADPOOL_SIZE=32 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
ENV PALIER_HOST=0.0.0.0 PALIER_DATA=/data PALIER_TEMP=/scratch
WORKDIR /palier
COPY package.json ./
COPY deploy/health.mjs deploy/
COPY packages packages
COPY apps/server apps/server
COPY --from=packages /palier/node_modules node_modules
COPY --from=screens /palier/apps/web/dist apps/web/dist
RUN mkdir -p /data /scratch && chown node:node /data /scratch
USER node
VOLUME ["/data", "/scratch"]
EXPOSE 4600
HEALTHCHECK --interval=5s --timeout=5s --start-period=120s --retries=3 CMD ["node", "deploy/health.mjs"]
CMD ["node", "--disable-warning=ExperimentalWarning", "apps/server/src/main.ts"]
