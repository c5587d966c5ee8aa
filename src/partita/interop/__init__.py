"""Connections to other libraries; each is imported only when it is needed."""
