#!/bin/sh
# Builds the image anew and replaces one server after the other; the other serves meanwhile.
# Migrations run when the first new one starts: the old code has to get on with them (docs/operating.md, Upgrade).
set -eu
cd "$(dirname "$0")"

docker compose build app-1
for app in app-1 app-2; do
  # Waits until /readyz says yes.
  docker compose up -d --no-deps --no-build --wait "$app"
  # Until the proxy has noticed that, too.
  sleep 3
done
