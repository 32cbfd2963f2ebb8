api /payment-methods/$METHOD
