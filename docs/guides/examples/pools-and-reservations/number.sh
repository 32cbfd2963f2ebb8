api /inventory/resources/${NUMBERS%% *}
