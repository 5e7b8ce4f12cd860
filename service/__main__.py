import sys

from service.processes.launcher import main

if __name__ == "__main__":
    sys.exit(main())
