#!/bin/sh
# Print a secret file, with an address around it if there is one: secret.sh NAME [BEFORE [AFTER]]. Airflow runs this
# for its options `…_CMD`, so that no secret is in a variable, which programs started by Airflow would inherit.
set -eu
value=$(cat "${DIALOGUE_ETL_SECRETS:-/run/secrets}/$1")
printf %s "${2:-}$value${3:-}"
