"""The Lua scripts that the store runs: each does several things in one atomic step.

Above each script its KEYS and ARGV are listed in order, and the script takes them by these names in its first lines.
"""

import hashlib

# Notify the subscribers of a channel, which must be in the slot of the script's keys. It is only a hint, so the script
# goes on if it cannot be sent. Redis before version 7 has no SPUBLISH.
NOTIFY = """
local function notify(channel, message)
  local reply = redis.pcall('SPUBLISH', channel, message)
  if type(reply) == 'table' then redis.pcall('PUBLISH', channel, message) end
end
"""

# The store's clock in milliseconds.
NOW = """
local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
"""

# Whether the journal has a line with this digest, which it ends with, for this version; "" is that of no line, and of
# one that an older release has written.
HAS_LINE = """
local function has_line(journal_key, version, digest)
  if digest == '' then return true end
  return string.sub(redis.call('LINDEX', journal_key, version - 1) or '', -#digest) == digest
end
"""


class Script:
    """A script and the digest the server knows it by; it gets the helper functions that it calls."""

    def __init__(self, source: str) -> None:
        self.source = "".join([*(helper for name, helper in HELPERS.items() if name in source), source])
        self.sha = hashlib.sha1(self.source.encode(), usedforsecurity=False).hexdigest()


HELPERS = {"notify(": NOTIFY, "now(": NOW, "has_line(": HAS_LINE}

# Read a game, with the store's own time.
#   KEYS  1 game   2 config   3 seeds   4 receipt   5 presence
#   ARGV  1 config tag: the version of the config that the caller has already ("" for none)
#         2 with seeds: "1" if the seeds are wanted
#   Returns time in seconds, its microseconds, version, meta, state, config tag, config, seeds, receipt, and presence
#   (token digests and instants in turn); nil for what is not there or not wanted.
READ = Script("""
local game_key, config_key, seeds_key, receipt_key, presence_key = unpack(KEYS)
local known_tag, with_seeds = unpack(ARGV)
local time = redis.call('TIME')
local version, meta, state, tag = unpack(redis.call('HMGET', game_key, 'version', 'meta', 'state', 'tag'))
local config, seeds = false, false
if version then
  if tag ~= known_tag then config = redis.call('GET', config_key) end
  if with_seeds == '1' then seeds = redis.call('GET', seeds_key) end
end
return {time[1], time[2], version, meta, state, tag, config, seeds, redis.call('GET', receipt_key),
  redis.call('HGETALL', presence_key)}
""")

# Read what the list of games shows of a game, with the store's own time.
#   KEYS  1 game   2 presence
#   Returns time in seconds, its microseconds, version, meta, summary of the config, and presence as above.
READ_SUMMARY = Script("""
local game_key, presence_key = unpack(KEYS)
local time = redis.call('TIME')
local version, meta, summary = unpack(redis.call('HMGET', game_key, 'version', 'meta', 'summary'))
return {time[1], time[2], version, meta, summary, redis.call('HGETALL', presence_key)}
""")

# Write one or more steps, all or nothing, if the game is still at the revision they were made from.
#   KEYS  1 game   2 config   3 seeds   4 receipt   5 presence   6 journal   7 log
#   ARGV  1 commit id   2 base version (0: the game must not exist) and 3 its digest   4 new version   5 meta
#         6 state ("" if none)   7 time to live in milliseconds
#         8 beyond limit: "1" if it may use memory beyond the store's limit
#         9 config and 10 its summary ("" unless new or changed)   11 seeds ("" if unchanged)
#         12 receipt ("" if none)   13 its time to live in milliseconds   14 channel that is notified
#         15 number of journal entries, then these entries, then the events of the log
#   Returns "ok"; "done" if this very commit is in the journal already, because its response was lost; "moved" if
#   another was first; "full" if the game is new and less than a tenth of the store's memory is free, which is reserved
#   for running games.
#   Each journal entry contains the id of its commit as text. The tag of a config is the id of the commit that wrote it.
#   "done" writes too, because WAIT counts only what its own connection has written.
#   A full store rejects a script at its first write that needs memory, and never after a write. PEXPIRE needs none.
COMMIT = Script("""
local game_key, config_key, seeds_key, receipt_key, _, journal_key, log_key = unpack(KEYS)
local commit_id, base_version, base_digest, new_version, meta, state, ttl, beyond_limit, config, summary, seeds,
  receipt, receipt_ttl, channel, entries = unpack(ARGV, 1, 15)
local version = tonumber(redis.call('HGET', game_key, 'version') or '0')
base_version = tonumber(base_version)
if version ~= base_version or not has_line(journal_key, version, base_digest) then
  local entry = version > base_version and redis.call('LINDEX', journal_key, base_version)
  if entry and string.find(entry, commit_id, 1, true) then
    redis.call('PEXPIRE', game_key, ttl)
    return 'done'
  end
  return 'moved'
end
if base_version == 0 then
  local info = redis.pcall('INFO', 'memory')
  if type(info) == 'string' and string.find(info, 'maxmemory_policy:noeviction', 1, true) then
    local used, limit = string.match(info, 'used_memory:(%d+)'), string.match(info, 'maxmemory:(%d+)')
    if tonumber(limit) > 0 and tonumber(used) > tonumber(limit) * 0.9 then return 'full' end
  end
end
if beyond_limit == '1' then redis.call('PEXPIRE', game_key, ttl) end
redis.call('HSET', game_key, 'version', new_version, 'meta', meta, 'state', state)
if config ~= '' then
  redis.call('HSET', game_key, 'tag', commit_id, 'summary', summary)
  redis.call('SET', config_key, config)
end
if seeds ~= '' then redis.call('SET', seeds_key, seeds) end
local last_entry = 15 + tonumber(entries)
for i = 16, last_entry do redis.call('RPUSH', journal_key, ARGV[i]) end
for i = last_entry + 1, #ARGV do redis.call('RPUSH', log_key, ARGV[i]) end
for _, key in ipairs({game_key, config_key, seeds_key, journal_key, log_key}) do redis.call('PEXPIRE', key, ttl) end
if receipt ~= '' then redis.call('SET', receipt_key, receipt, 'PX', receipt_ttl) end
notify(channel, new_version)
return 'ok'
""")

# Write to a game without changing it, if this revision is part of it: WAIT then says how many replicas have all of it.
#   KEYS  1 game   2 journal
#   ARGV  1 version   2 its digest
#   Returns "ok"; "lost" if the game has not reached that version or has another one, because the master has changed.
ASSURE = Script("""
local game_key, journal_key = unpack(KEYS)
local version, digest = tonumber(ARGV[1]), ARGV[2]
if tonumber(redis.call('HGET', game_key, 'version') or '0') < version then return 'lost' end
if not has_line(journal_key, version, digest) then return 'lost' end
local ttl = redis.call('PTTL', game_key)
if ttl > 0 then redis.call('PEXPIRE', game_key, ttl) end
return 'ok'
""")

# Delete a game, if it is still at the revision that was read.
#   KEYS  1 game   2 config   3 seeds   4 receipt   5 presence   6 journal   7 log
#   ARGV  1 version   2 its digest   3 channel that is notified
#   Returns "ok", or "moved" if it has another version.
REMOVE = Script("""
local version, digest, channel = unpack(ARGV)
if redis.call('HGET', KEYS[1], 'version') ~= version or not has_line(KEYS[6], version, digest) then return 'moved' end
redis.call('UNLINK', unpack(KEYS))
notify(channel, 0)
return 'ok'
""")

# Count a request of a client, unless there were too many in the time before.
#   KEYS  1 the instants of those that were counted, in microseconds
#   ARGV  1 limit: how many are allowed   2 window: in how many microseconds   3 cost: as how many this one counts
#   Returns 1 if it was counted and 0 if not, how many more are allowed now, and microseconds until the oldest expires.
COUNT = Script("""
local requests_key = KEYS[1]
local limit, window, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local instant = time[1] * 1000000 + time[2]
redis.call('ZREMRANGEBYSCORE', requests_key, '-inf', instant - window)
local counted = redis.call('ZCARD', requests_key)
local allowed = counted + cost <= limit
if allowed then
  for _ = 1, cost do
    while redis.call('ZADD', requests_key, 'NX', instant, string.format('%.0f', instant)) == 0 do
      instant = instant + 1
    end
  end
  redis.call('PEXPIRE', requests_key, math.ceil(window / 1000))
  counted = counted + cost
end
local oldest = redis.call('ZRANGE', requests_key, 0, 0, 'WITHSCORES')[2]
return {allowed and 1 or 0, limit - counted, (tonumber(oldest) or instant) + window - instant}
""")

# Schedule a game in which a bot is due, in one of the queues, and end a lease on it. If it is now the first there, the
# bot workers are notified: they sleep until the first is due.
#   KEYS  1 queue: game ids by the moment at which a bot is due   2 leases: lease tokens by game id   3… other queues
#   ARGV  1 game id   2 delay in milliseconds   3 channel that is notified
#         4 keep: "1" to leave a game that is scheduled or leased as it is
#   Returns 1 if the queue has changed.
SCHEDULE = Script("""
local queue_key, leases_key = unpack(KEYS)
local game_id, delay, channel, keep = unpack(ARGV)
if keep == '1' then
  for i = 3, #KEYS do
    if redis.call('ZSCORE', KEYS[i], game_id) then return 0 end
  end
else
  for i = 3, #KEYS do redis.call('ZREM', KEYS[i], game_id) end
  redis.call('HDEL', leases_key, game_id)
end
local changed = redis.call('ZADD', queue_key, keep == '1' and 'NX' or 'CH', now() + tonumber(delay), game_id)
if changed == 1 and redis.call('ZRANGE', queue_key, 0, 0)[1] == game_id then notify(channel, game_id) end
return changed
""")

# Lease the games that have been due longest: each is due again when the lease expires. Games with people come first; of
# so many leases that follow each other one is for a game of bots only, if one is due.
#   KEYS  1 queue of games with people   2 queue of games of bots only   3 leases   4 workers: bot workers by the moment
#         at which they are taken to be gone   5 how many games with people were leased while one of bots only was due
#   ARGV  1 how many at most   2 duration of the lease in milliseconds   3 its token   4 name of the worker
#         5 worker timeout: milliseconds in which it is taken to be gone
#         6 share: of how many leases one is for a game of bots only
#   Returns game ids, and in how many milliseconds the next game is due, nil if there is none.
LEASE = Script("""
local people_key, bots_key, leases_key, workers_key, passed_key = unpack(KEYS)
local count, duration, token, worker, worker_timeout, share = unpack(ARGV)
local present = now()
local leased, passed_before = {}, tonumber(redis.call('GET', passed_key) or '0')
local passed = passed_before
local function first(queue_key)
  local game_id, due = unpack(redis.call('ZRANGE', queue_key, 0, 0, 'WITHSCORES'))
  return game_id, game_id and math.max(0, tonumber(due) - present)
end
redis.call('ZADD', workers_key, present + tonumber(worker_timeout), worker)
redis.call('ZREMRANGEBYSCORE', workers_key, '-inf', present)
redis.call('PEXPIRE', workers_key, worker_timeout)
while true do
  local person_game, person_delay = first(people_key)
  local bot_game, bot_delay = first(bots_key)
  local person_due, bot_due = person_delay == 0, bot_delay == 0
  if #leased == tonumber(count) or not (person_due or bot_due) then
    if passed ~= passed_before then redis.call('SET', passed_key, passed) end
    return {leased, math.min(person_delay or bot_delay or 0, bot_delay or person_delay or 0),
      person_game or bot_game or false}
  end
  local bots_turn = bot_due and (not person_due or passed >= tonumber(share) - 1)
  if bots_turn then passed = 0 elseif bot_due then passed = passed + 1 end
  local game_id = bots_turn and bot_game or person_game
  redis.call('ZADD', bots_turn and bots_key or people_key, present + tonumber(duration), game_id)
  redis.call('HSET', leases_key, game_id, token)
  leased[#leased + 1] = game_id
end
""")

# End a lease: take the game off its queue or schedule it again, unless the lease has passed to somebody else.
#   KEYS  1 leases   2… all queues
#   ARGV  1 game id   2 token of the lease   3 delay in milliseconds after which a bot is due again ("" if none is)
#   Returns 1 if the lease was still held.
RELEASE = Script("""
local leases_key = KEYS[1]
local game_id, token, delay = unpack(ARGV)
if redis.call('HGET', leases_key, game_id) ~= token then return 0 end
redis.call('HDEL', leases_key, game_id)
for i = 2, #KEYS do
  if delay == '' then
    redis.call('ZREM', KEYS[i], game_id)
  else
    redis.call('ZADD', KEYS[i], 'XX', now() + tonumber(delay), game_id)
  end
end
return 1
""")

# The lengths of the queues, and the number of workers.
#   KEYS  1 workers   2… queues
#   ARGV  1 milliseconds after which a game is overdue
#   Returns how many workers there are, and in turn for each queue: how many games are due and not leased, and how many
#   of them are overdue.
QUEUE_STATUS = Script("""
local overdue_after, present = ARGV[1], now()
local status = {redis.call('ZCOUNT', KEYS[1], present, '+inf')}
for i = 2, #KEYS do
  status[#status + 1] = redis.call('ZCOUNT', KEYS[i], '-inf', present)
  status[#status + 1] = redis.call('ZCOUNT', KEYS[i], '-inf', present - overdue_after - 1)
end
return status
""")

# Count a table of bots only for who has started it, unless they have too many.
#   KEYS  1 their tables of bots only: game ids by the moment at which they were counted
#   ARGV  1 game id   2 how many are allowed; "" for any number   3 milliseconds after which all are forgotten
#         4 milliseconds in which a table that was counted must have been written   5 number of tables that are over
#         then these, and then those that are not there
#   Returns 1 if it was counted.
COUNT_TABLE = Script("""
local tables_key = KEYS[1]
local game_id, most, duration, creation, over = unpack(ARGV)
for i = 6, #ARGV do
  local counted_at = redis.call('ZSCORE', tables_key, ARGV[i])
  local may_be_written = i > 5 + tonumber(over) and counted_at and tonumber(counted_at) + tonumber(creation) > now()
  if not may_be_written then redis.call('ZREM', tables_key, ARGV[i]) end
end
if most ~= '' and redis.call('ZCARD', tables_key) >= tonumber(most)
  and not redis.call('ZSCORE', tables_key, game_id) then return 0 end
redis.call('ZADD', tables_key, now(), game_id)
redis.call('PEXPIRE', tables_key, duration)
return 1
""")

# Announce what a process knows, and forget what nobody has announced for a while.
#   KEYS  1 announcements, by the moment at which each is forgotten
#   ARGV  1 the announcement   2 milliseconds after which it is forgotten
#   Returns all announcements.
ANNOUNCE = Script("""
local announcements_key = KEYS[1]
local announcement, duration, present = ARGV[1], tonumber(ARGV[2]), now()
redis.call('ZADD', announcements_key, present + duration, announcement)
redis.call('ZREMRANGEBYSCORE', announcements_key, '-inf', present)
redis.call('PEXPIRE', announcements_key, duration)
return redis.call('ZRANGE', announcements_key, 0, -1)
""")
