"""Those who watch: streams, long polls, their places and tickets."""
