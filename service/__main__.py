import sys

from service.launcher import main

if __name__ == "__main__":
    sys.exit(main())
