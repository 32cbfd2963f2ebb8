typeId() { get "$OPERATOR_KEY" /inventory/types | member "items.find(({ code }) => code === '$1').id"; }
NUMBERS=$(post "$OPERATOR_KEY" /inventory/pools \
  '{"brokerId": "'"$BROKER"'", "typeId": "'"$(typeId MSISDN)"'", "name": "Numbers"}' | member id)
SIMS=$(post "$OPERATOR_KEY" /inventory/pools \
  '{"brokerId": "'"$BROKER"'", "typeId": "'"$(typeId SIM)"'", "name": "SIMs"}' | member id)
