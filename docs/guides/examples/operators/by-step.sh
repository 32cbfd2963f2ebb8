api /orders -G -d step=LINE_BLOCK.SUSPEND_NETWORK -d errorCode=unknown-subscriber -d superseded=false > /dev/null
