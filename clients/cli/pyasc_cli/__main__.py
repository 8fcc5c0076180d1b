"""``python -m pyasc_cli``."""

import sys

from pyasc_cli._main import main

sys.exit(main())
