"""Figures drawn as SVG."""
