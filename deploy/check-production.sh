#!/bin/sh
# Rejects what is not for production. docker-compose.production.yml runs this before every other service.
set -eu

code=0
# A tag may name another image tomorrow.
check() {
  printf '%s' "$2" | grep -Eqx '[^@]+@sha256:[0-9a-f]{64}' && return
  echo "$1 must name an image with its digest (NAME@sha256: and 64 hexadecimal digits), but is \"$2\"." >&2
  code=1
}
check NODE_IMAGE "${NODE_IMAGE:-}"
has_profile() { case ",${COMPOSE_PROFILES:-}," in *",$1,"*) ;; *) return 1 ;; esac; }
# A server runs here or elsewhere, and somebody has said which.
check_server() {
  if has_profile "$1" && ! has_profile "external-$1"; then check "$2" "$3"; return; fi
  has_profile "external-$1" && ! has_profile "$1" && return
  echo "COMPOSE_PROFILES must name $1 (a server of this composition) or external-$1 (your own)." >&2
  code=1
}
check_server postgres POSTGRES_IMAGE "${POSTGRES_IMAGE:-}"
check_server redis REDIS_IMAGE "${REDIS_IMAGE:-}"
if [ "${NETWORK:-}" = simulator ]; then
  echo 'NETWORK must name a network that exists, not the simulator. docker-compose.yml has the demo.' >&2
  code=1
fi
exit "$code"
