/**
 * Refuses a look within `ms` of the last one at the same search: the sweep runs each second, so that waves are on time,
 * and most searches have already asked all drivers in reach. An offer that expired since the last look is renewed at
 * once: its driver's screen shows nothing until then [design/dispatch-73]. Old looks are dropped, also those at
 * searches that are no longer listed. They are in the order of their time, so each call walks over old ones only.
 */
export const recentLooks = (ms: number) => {
  const looks = new Map<string, number>()
  // both ways: the clock may have been set back
  const isRecent = (at: number, now: number) => Math.abs(now - at) < ms
  return (id: string, now: number, expiredAt: number): boolean => {
    for (const [known, at] of looks) {
      if (isRecent(at, now)) break
      looks.delete(known)
    }
    const last = looks.get(id)
    if (last !== undefined && isRecent(last, now) && expiredAt <= last) return false
    looks.delete(id)
    looks.set(id, now)
    return true
  }
}
