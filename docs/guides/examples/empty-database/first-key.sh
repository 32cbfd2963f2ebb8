OPERATOR_KEY=$(npm run --silent linework -- admin create-operator-key --name ops)
BROKER=$(npm run --silent linework -- admin create-broker --name 'Ponte Telecom' --code ponte)
