#!/bin/sh
# A credential helper of git: the token of the secret file git_token, for the server of DIALOGUE_ETL_ORIGIN alone.
set -eu
[ "$1" = get ] || exit 0
file=${DIALOGUE_ETL_SECRETS:-/run/secrets}/git_token
[ -s "$file" ] || exit 0
protocol="" host=""
while IFS='=' read -r name value; do
    case $name in
        protocol) protocol=$value ;;
        host) host=$value ;;
    esac
done
case $DIALOGUE_ETL_ORIGIN in
    "$protocol://$host"/*) printf 'username=%s\npassword=%s\n' "${DIALOGUE_ETL_GIT_USER:-git}" "$(cat "$file")" ;;
esac
