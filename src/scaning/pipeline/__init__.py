"""The whole method in one command: from unlabelled problems to a trained paraphraser.

recipe: what is to be done → stages: who does it → folder: what is done already → run, report
"""
