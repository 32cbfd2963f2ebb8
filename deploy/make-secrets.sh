#!/bin/sh
# Creates the secrets of a composition: sh deploy/make-secrets.sh FOLDER. Keeps existing files. It needs openssl or
# Node.
set -eu
folder=${1:?Usage: sh deploy/make-secrets.sh FOLDER}
host=${2:-postgres:5432}
redis_host=${3:-redis:6379}
# An administrator copies the keys and certificates of partners into this folder.
mkdir -p "$folder/partners"
# The programs' user in the container can read the files. Outside, only the owner can enter the folder.
chmod 700 "$folder"
umask 022

password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
private_key() {
  if command -v openssl > /dev/null; then openssl genpkey -algorithm X25519; else
    node -p "crypto.generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).trim()"
  fi
}
public_key_of() {
  if command -v openssl > /dev/null; then openssl pkey -in "$1" -pubout; else
    node -p "crypto.createPublicKey(fs.readFileSync(process.argv[1])).export({ type: 'spki', format: 'pem' }).trim()" \
      "$1"
  fi
}
keep() { [ -e "$folder/$1" ] || printf '%s' "$2" > "$folder/$1"; }

keep postgres_password "$(password)"
keep admin_database_url "postgresql://postgres:$(cat "$folder/postgres_password")@$host/linework"
keep owner_database_url "postgresql://linework_owner:$(password)@$host/linework"
# The password of Redis, for the server and in the address for the programs.
keep redis_config "requirepass $(password)"
keep redis_url "redis://:$(sed -n 's/^requirepass //p' "$folder/redis_config")@$redis_host"
# The key pair for SIM secrets. The API gets only the public key.
if [ ! -e "$folder/secret_private_keys" ]; then
  private_key > "$folder/secret_private_keys.new"
  chmod 644 "$folder/secret_private_keys.new"
  mv "$folder/secret_private_keys.new" "$folder/secret_private_keys"
fi
# Derived from the private key, also if only the public key was lost. The file begins with the newest key.
if [ ! -e "$folder/secret_public_keys" ]; then
  public_key_of "$folder/secret_private_keys" > "$folder/secret_public_keys.new"
  mv "$folder/secret_public_keys.new" "$folder/secret_public_keys"
fi
keep application_database_url "postgresql://linework_application:$(password)@$host/linework"
