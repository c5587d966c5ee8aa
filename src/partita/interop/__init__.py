"""Where partita meets other libraries; none of them is imported until it is needed."""
