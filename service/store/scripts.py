"""The Lua scripts that the store runs: each does several things in one indivisible step."""

import hashlib

# Wake those who wait for a channel, which must be in the slot of the script's keys. It is only a hint, so the script
# goes on if it cannot be sent. Redis before version 7 has no SPUBLISH.
WAKE = """
local function wake(channel, message)
  local told = redis.pcall('SPUBLISH', channel, message)
  if type(told) == 'table' then redis.pcall('PUBLISH', channel, message) end
end
"""


class Script:
    """A script and the digest the server knows it by. One that wakes somebody is given `wake`."""

    def __init__(self, source: str) -> None:
        self.source = WAKE + source if "wake(" in source else source
        self.sha = hashlib.sha1(self.source.encode(), usedforsecurity=False).hexdigest()


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

# Glance at a game for the list of games, with the store's own time.
#   KEYS  1 table   2 charter   3 presence
#   gives time in seconds and microseconds, version, meta, brief, charter (only of games that an earlier release stored
#   without a brief), presence (token digests and instants in turn)
GLANCE = Script("""
local time = redis.call('TIME')
local table = redis.call('HMGET', KEYS[1], 'version', 'meta', 'brief')
local charter = table[1] and not table[3] and redis.call('GET', KEYS[2])
return {time[1], time[2], table[1], table[2], table[3], charter, redis.call('HGETALL', KEYS[3])}
""")

# One step or several, all or nothing, if the game is still at the version they were judged on.
#   KEYS  1 table   2 charter   3 seeds   4 receipt   5 presence   6 journal   7 log
#   ARGV  1 expected version (0: the game must not exist)   2 commit id   3 new version   4 meta   5 state ("" if none)
#         6 milliseconds to live   7 charter tag, 8 charter and 15 its brief ("" unless new or changed)
#         9 seeds ("" if unchanged)   10 receipt ("" if none)   11 its milliseconds to live   12 wake-up channel
#         13 wake-up message   14 "1" if the commit may use memory beyond the store's limit
#         16 number of journal lines, then those lines, then the lines of the log
#   gives "ok"; "done" if this very commit is in the journal already, its answer was lost; "moved" if another was first;
#   "full" if this is a new game and less than a tenth of the store's memory is free: that is kept for running games
#   Every line of the journal has the id of its commit in it as text, whichever release has stored it.
#   "done" writes too, because WAIT counts only what its own connection has written
#   A full store refuses a script at its first write that needs memory, and never after a write. PEXPIRE needs none.
COMMIT = Script("""
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
local expected = tonumber(ARGV[1])
if version ~= expected then
  local line = version > expected and redis.call('LINDEX', KEYS[6], expected)
  if line and string.find(line, ARGV[2], 1, true) then
    redis.call('PEXPIRE', KEYS[1], ARGV[6])
    return 'done'
  end
  return 'moved'
end
if expected == 0 then
  local told = redis.pcall('INFO', 'memory')
  if type(told) == 'string' and string.find(told, 'maxmemory_policy:noeviction', 1, true) then
    local used, most = string.match(told, 'used_memory:(%d+)'), string.match(told, 'maxmemory:(%d+)')
    if tonumber(most) > 0 and tonumber(used) > tonumber(most) * 0.9 then return 'full' end
  end
end
if ARGV[14] == '1' then redis.call('PEXPIRE', KEYS[1], ARGV[6]) end
redis.call('HSET', KEYS[1], 'version', ARGV[3], 'meta', ARGV[4], 'state', ARGV[5])
if ARGV[8] ~= '' then
  redis.call('HSET', KEYS[1], 'tag', ARGV[7], 'brief', ARGV[15])
  redis.call('SET', KEYS[2], ARGV[8])
end
if ARGV[9] ~= '' then redis.call('SET', KEYS[3], ARGV[9]) end
local lines = 16 + tonumber(ARGV[16])
for i = 17, lines do redis.call('RPUSH', KEYS[6], ARGV[i]) end
for i = lines + 1, #ARGV do redis.call('RPUSH', KEYS[7], ARGV[i]) end
for _, i in ipairs({1, 2, 3, 6, 7}) do redis.call('PEXPIRE', KEYS[i], ARGV[6]) end
if ARGV[10] ~= '' then redis.call('SET', KEYS[4], ARGV[10], 'PX', ARGV[11]) end
wake(ARGV[12], ARGV[13])
return 'ok'
""")

# Write to a game without changing it, if it has at least this version: WAIT then says how many replicas have all of it.
#   KEYS  1 table
#   ARGV  1 version
#   gives "ok"; "lost" if the game is not as far as that, because the master has changed
ASSURE = Script("""
if tonumber(redis.call('HGET', KEYS[1], 'version') or '0') < tonumber(ARGV[1]) then return 'lost' end
local ttl = redis.call('PTTL', KEYS[1])
if ttl > 0 then redis.call('PEXPIRE', KEYS[1], ttl) end
return 'ok'
""")

# Count a request of a client, unless there were too many in the time before.
#   KEYS  1 the instants of those that were counted, in microseconds
#   ARGV  1 how many are allowed   2 in how many microseconds   3 as how many this one counts
#   gives 1 if it was counted and 0 if not, how many more are allowed now, and microseconds until the oldest is dropped
COUNT = Script("""
local time = redis.call('TIME')
local now, most, window, cost = time[1] * 1000000 + time[2], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
local counted = redis.call('ZCARD', KEYS[1])
local allowed = counted + cost <= most
if allowed then
  for _ = 1, cost do
    while redis.call('ZADD', KEYS[1], 'NX', now, string.format('%.0f', now)) == 0 do now = now + 1 end
  end
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
  counted = counted + cost
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2]
return {allowed and 1 or 0, most - counted, (tonumber(oldest) or now) + window - now}
""")

# Delete a game, if it is still at the version that was read.
#   KEYS  1 table   2 charter   3 seeds   4 no receipt   5 presence   6 journal   7 log
#   ARGV  1 expected version   2 wake-up channel   3 wake-up message
REMOVE = Script("""
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 'moved' end
redis.call('UNLINK', unpack(KEYS))
wake(ARGV[2], ARGV[3])
return 'ok'
""")

# Note that a bot is due in a game, and wake the processes that move bots.
#   KEYS  1 the notes
#   ARGV  1 game id   2 in how many milliseconds it is due   3 wake-up channel   4 "1" to keep a note that is there
NOTE = Script("""
local time = redis.call('TIME')
local due = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[2])
local changed = redis.call('ZADD', KEYS[1], ARGV[4] == '1' and 'NX' or 'CH', due, ARGV[1])
if changed == 1 then wake(ARGV[3], ARGV[1]) end
return changed
""")

# Take the note that has been due longest: it is due again when the time of whoever took it is over.
#   KEYS  1 the notes   2 the processes that look for notes, by when they are taken to be gone
#   ARGV  1 that time in milliseconds   2 the name of the process   3 in how many milliseconds it is taken to be gone
#   gives game id and the score that shows whose note it is, both nil if none is due; then in how many milliseconds the
#   next one is due, nil if there is none
#   The score ends in a half, so that no note that is left meanwhile has the same.
TAKE = Script("""
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZADD', KEYS[2], now + tonumber(ARGV[3]), ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('PEXPIRE', KEYS[2], ARGV[3])
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if not first[1] then return {false, false, false} end
local due = tonumber(first[2])
if due > now then return {false, false, math.ceil(due - now)} end
local lease = string.format('%.1f', now + tonumber(ARGV[1]) + 0.5)
redis.call('ZADD', KEYS[1], lease, first[1])
return {first[1], lease, 0}
""")

# Remove a note that was taken, or leave it for later, if it is still with whoever took it.
#   KEYS  1 the notes
#   ARGV  1 game id   2 the score that it was given when it was taken   3 in how many milliseconds it is due again (""
#         if not)
TEAR = Script("""
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not score or tonumber(score) ~= tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then return redis.call('ZREM', KEYS[1], ARGV[1]) end
local time = redis.call('TIME')
local due = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[3])
return redis.call('ZADD', KEYS[1], 'CH', due, ARGV[1])
""")

# How the notes stand.
#   KEYS  1 the notes   2 the processes
#   ARGV  1 milliseconds after which a note is overdue
#   gives how many notes are due and not taken, how many of them are overdue, and how many processes there are
QUEUE = Script("""
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return {redis.call('ZCOUNT', KEYS[1], '-inf', now), redis.call('ZCOUNT', KEYS[1], '-inf', now - ARGV[1] - 1),
  redis.call('ZCOUNT', KEYS[2], now, '+inf')}
""")
