#!/bin/sh
# Give this host its own clone of the team's repository, keep it at the newest commit, and run the command.
set -eu
if [ -n "${DIALOGUE_ETL_ORIGIN:-}" ]; then
    plugins=$(dirname -- "$(dirname -- "$(realpath -- "$0")")")/plugins
    clone=${DIALOGUE_ETL_WORKSPACE:?where the clone is to be}
    if [ ! -d "$clone/.git" ]; then
        git clone --quiet -- "$DIALOGUE_ETL_ORIGIN" "$clone"
        # Pages of published versions are the one folder that hosts share.
        ln -s "${DIALOGUE_ETL_PUBLISHED:-/published}" "$clone/published"
        echo /published >> "$clone/.git/info/exclude"
    fi
    while sleep "${DIALOGUE_ETL_PULL_SECONDS:-60}"; do
        git -C "$clone" pull --quiet --ff-only --tags || echo "git pull failed: trying again" >&2
        # The pages read rows of published versions from this host's cache; what was lost of them is made anew.
        if [ -n "${DIALOGUE_ETL_FETCH:-}" ]; then
            dvc --cd "$clone" fetch --quiet --all-tags || echo "dvc fetch failed: trying again" >&2
            PYTHONPATH=$plugins python -m dvc_airflow.restoring "$clone" || echo "restoring failed: trying again" >&2
        fi
    done &
fi
exec "$@"
