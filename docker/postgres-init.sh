#!/bin/sh
# Results of Celery are in a database with a role of its own: workers, which run stages, cannot open Airflow's.
set -eu
printf '%s\n' "CREATE ROLE celery LOGIN PASSWORD '$(cat /run/secrets/results_password)';" \
    "CREATE DATABASE celery OWNER celery;" "REVOKE CONNECT ON DATABASE airflow FROM PUBLIC;" \
    | psql --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --username=airflow --dbname=airflow
