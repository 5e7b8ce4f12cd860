"""The Lua scripts that the store runs: each does several things in one indivisible step."""

import hashlib


class Script:
    """A script and the digest the server knows it by."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.sha = hashlib.sha1(source.encode(), usedforsecurity=False).hexdigest()


# Read a game, with the store's own time.
#   KEYS  1 table   2 charter   3 seeds   4 receipt   5 presence
#   ARGV  1 the charter tag the caller has already ("" for none)   2 "1" if the seeds are wanted
#   gives time in seconds and microseconds, version, meta, state, charter tag, charter, seeds, receipt, presence (token
#   digests and instants in turn); nil for what is not there or not wanted
READ = Script("""
local time = redis.call('TIME')
local table = redis.call('HMGET', KEYS[1], 'version', 'meta', 'state', 'tag')
local charter, seeds = false, false
if table[1] then
  if table[4] ~= ARGV[1] then charter = redis.call('GET', KEYS[2]) end
  if ARGV[2] == '1' then seeds = redis.call('GET', KEYS[3]) end
end
return {time[1], time[2], table[1], table[2], table[3], table[4], charter, seeds, redis.call('GET', KEYS[4]),
  redis.call('HGETALL', KEYS[5])}
""")

# One step or several, all or nothing, if the game is still at the version they were judged on.
#   KEYS  1 table   2 charter   3 seeds   4 receipt   5 presence   6 journal   7 log
#   ARGV  1 expected version (0: the game must not exist)   2 commit id   3 new version   4 meta   5 state ("" if none)
#         6 milliseconds to live   7 charter tag and 8 charter ("" unless new or changed)   9 seeds ("" if unchanged)
#         10 receipt ("" if none)   11 its milliseconds to live   12 wake-up channel   13 wake-up message
#         14 number of journal lines, then those lines, then the lines of the log
#   gives "ok"; "done" if this very commit is in the journal already (its answer was lost); "moved" if another was first
#   "done" writes too, because WAIT counts only what its own connection has written
COMMIT = Script("""
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
local expected = tonumber(ARGV[1])
if version ~= expected then
  local line = version > expected and redis.call('LINDEX', KEYS[6], expected)
  if line and cjson.decode(line)['commit'] == ARGV[2] then
    redis.call('PEXPIRE', KEYS[1], ARGV[6])
    return 'done'
  end
  return 'moved'
end
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'meta', ARGV[4], 'state', ARGV[5])
if ARGV[8] ~= '' then
  redis.call('HSET', KEYS[1], 'tag', ARGV[7])
  redis.call('SET', KEYS[2], ARGV[8])
end
if ARGV[9] ~= '' then redis.call('SET', KEYS[3], ARGV[9]) end
local lines = 14 + tonumber(ARGV[14])
for i = 15, lines do redis.call('RPUSH', KEYS[6], ARGV[i]) end
for i = lines + 1, #ARGV do redis.call('RPUSH', KEYS[7], ARGV[i]) end
for _, i in ipairs({1, 2, 3, 6, 7}) do redis.call('PEXPIRE', KEYS[i], ARGV[6]) end
if ARGV[10] ~= '' then redis.call('SET', KEYS[4], ARGV[10], 'PX', ARGV[11]) end
redis.call('PUBLISH', ARGV[12], ARGV[13])
return 'ok'
""")

# Delete a game, if it is still at the version that was read.
#   KEYS  1 table   2 charter   3 seeds   4 no receipt   5 presence   6 journal   7 log
#   ARGV  1 expected version   2 wake-up channel   3 wake-up message
REMOVE = Script("""
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 'moved' end
redis.call('UNLINK', unpack(KEYS))
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 'ok'
""")
