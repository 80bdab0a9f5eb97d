from hypothesis import settings

# The same examples in every run; `pytest --hypothesis-profile default` looks for new ones.
settings.register_profile("fixed", derandomize=True, deadline=None)
settings.load_profile("fixed")
