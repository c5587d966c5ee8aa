"""How certain is a score?"""
