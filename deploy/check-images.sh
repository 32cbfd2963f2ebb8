#!/bin/sh
# Rejects images without a digest, because a tag may name another image tomorrow. docker-compose.yml runs this before every other service.
# Only deploy/demo.env may use tags, because its orders go to the simulator.
set -eu
[ "${IMAGES_BY_TAG:-}" = demo ] && [ "${NETWORK:-}" = simulator ] && exit 0

code=0
check() {
  printf '%s' "$2" | grep -Eqx '[^@]+@sha256:[0-9a-f]{64}' && return
  echo "$1 must name an image with its digest (NAME@sha256: and 64 hexadecimal digits), but is \"$2\"." >&2
  code=1
}
check NODE_IMAGE "${NODE_IMAGE:-}"
check POSTGRES_IMAGE "${POSTGRES_IMAGE:-}"
check REDIS_IMAGE "${REDIS_IMAGE:-}"
exit "$code"
