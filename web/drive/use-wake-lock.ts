import { useEffect } from 'react'

/**
 * Keeps the screen on while `on` [design/web-18]; requested again after the page was hidden, when the browser releases
 * it.
 */
export const useWakeLock = (on: boolean): void => {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let ended = false
    const hold = () => {
      if (document.visibilityState !== 'visible') return
      navigator.wakeLock
        .request('screen')
        .then((got) => {
          if (ended) return got.release()
          lock = got
          return undefined
        })
        .catch(() => undefined) // low battery: the device decides
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [on])
}
