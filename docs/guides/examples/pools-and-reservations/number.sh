api /inventory/resources/$NUMBER
