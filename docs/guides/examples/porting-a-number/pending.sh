api /portability/port-ins/$PORT_IN
