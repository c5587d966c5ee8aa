"""Clusterings as libraries really produce them, and what must hold of every result about them."""
