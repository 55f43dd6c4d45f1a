"""``python -m couillon``."""

import sys

from couillon.cli import main

sys.exit(main())
