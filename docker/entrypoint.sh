#!/bin/sh
# Give this host its own clone of the team's repository, keep it at the newest commit, and run the command.
set -eu
if [ -n "${DIALOGUE_ETL_ORIGIN:-}" ]; then
    here=$(dirname -- "$(realpath -- "$0")")
    plugins=$(dirname -- "$here")/plugins
    clone=${DIALOGUE_ETL_WORKSPACE:?where the clone is to be}
    case $DIALOGUE_ETL_ORIGIN in
        http*://*@*)
            echo "DIALOGUE_ETL_ORIGIN has a user or token in its address, which would be written into .git/config and" \
                "seen in lists of processes. Put the token into the secret git_token, and a user's name, if your" \
                "server asks for one, into DIALOGUE_ETL_GIT_USER." >&2
            exit 2 ;;
    esac
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=credential.helper GIT_CONFIG_VALUE_0="$here/git-credential.sh"
    export GIT_TERMINAL_PROMPT=0
    if [ ! -d "$clone/.git" ]; then
        git clone --quiet -- "$DIALOGUE_ETL_ORIGIN" "$clone"
        # Pages of published versions are the one folder that hosts share.
        ln -s "${DIALOGUE_ETL_PUBLISHED:-/published}" "$clone/published"
        echo /published >> "$clone/.git/info/exclude"
    fi
    git -C "$clone" remote set-url origin "$DIALOGUE_ETL_ORIGIN"
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
