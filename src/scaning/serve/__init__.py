"""The service: the paraphraser over HTTP, with a page to review and rate what it writes.

settings → app → gate → routes → line → the model
                         ↓
                       store
"""
