linework move-in decide "$DIR" --code invalid-value --decision leave-out \
  --reason "The customer sends the CPF later." > /dev/null
