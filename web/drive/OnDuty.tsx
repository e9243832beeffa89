import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '../paths.ts'
import { useNow } from '../platform/api/server-clock.ts'
import { useLiveLink } from '../platform/live/live.ts'
import { useSoundBlocked } from '../platform/sound.ts'
import { useHorn } from './offers/use-horn.ts'
import { liveOffers, useOffers } from './offers/use-offers.ts'
import { beginPositions } from './positions/driver-positions.ts'
import { usePositionWatch, useWhereabouts } from './positions/use-position-watch.ts'
import { isWorking, positionFound, useDayWatch } from './use-driver-day.ts'
import { useWakeLock } from './use-wake-lock.ts'

/**
 * On every page of a driver who is online or on a trip: sends positions, keeps the screen on and sounds the horn for
 * requests [design/web-222]. `driver`: the id.
 */
export const OnDuty = ({ driver }: { readonly driver: string }) => {
  useLiveLink()
  const day = useDayWatch()
  const working = isWorking(day)
  const lastSeq = day?.lastFixSeq
  useEffect(() => {
    if (working && lastSeq !== undefined) beginPositions(driver, lastSeq)
  }, [working, lastSeq, driver])
  usePositionWatch(working)
  const isAwaited = day?.hint === 'no-position'
  const isFound = useWhereabouts().state === 'live'
  useEffect(() => {
    if (isAwaited && isFound) positionFound()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per finding
  }, [isFound])
  useWakeLock(working)
  const isElsewhere = useRouterState({ select: ({ location }) => location.pathname !== paths.drive() })
  return day?.online === true && isElsewhere ? <Horn /> : null
}

/** The page `/drive` has its own horn, with the requests; elsewhere a notice says where the pickup is. */
const Horn = () => {
  const now = useNow(1000)
  useHorn(liveOffers(useOffers(), {}, now))
  // presses unblock the sound
  useSoundBlocked(true)
  return null
}
