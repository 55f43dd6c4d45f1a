"""Exercises without end: positions and results in which one clause decides, asked about and answered by the engine.

Nothing is typed: each exercise is made from its key (game, clause, kind, level, seed), and the same key gives the same
exercise for ever.
"""

from couillon.exercises.drills import DRILLS, KINDS, home_of, kinds_of, make, make_from, trainable
from couillon.exercises.model import LEVELS, Exercise, ExerciseError, Key, Option, Scene

__all__ = [
    "DRILLS",
    "KINDS",
    "LEVELS",
    "Exercise",
    "ExerciseError",
    "Key",
    "Option",
    "Scene",
    "home_of",
    "kinds_of",
    "make",
    "make_from",
    "trainable",
]
