/**
 * Limits how often a search is checked: returns false within `ms` of the last check. The sweep runs each second, so
 * that waves are on time, and most searches have already asked all drivers in reach. An offer that expired since the
 * last check is renewed at once [design/dispatch-73]. The map is ordered by time, so only its old entries are visited
 * and dropped.
 */
export const recentChecks = (ms: number) => {
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
