export LINEWORK_API_KEY=$key LINEWORK_URL=$url
linework() { npm run -s linework -- "$@"; }
DIR=.local/move-in
rm -rf "$DIR" && linework move-in example "$DIR" --lines 1000
