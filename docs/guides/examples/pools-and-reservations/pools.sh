api "/inventory/pools?name=Numbers"
