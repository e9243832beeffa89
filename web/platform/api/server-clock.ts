import { useEffect, useState } from 'react'

/** Clocks of the device in ms: `wall` may be set by hand; `steady` is monotonic and may pause during sleep. */
interface DeviceClocks {
  readonly wall: () => number
  readonly steady: () => number
}

export interface ServerClock {
  /** The server's clock now, whole ms [design/web-12]. */
  now(): number
  /** The server has just said what time it is, ms. */
  set(server: number): void
  /** An answer with this `Date`, `tookMs` after its call: corrects a clock that cannot be right. */
  hear(date: string | null, tookMs: number): void
}

/** A `Date` header leaves out the milliseconds, and a busy server writes it a moment late. */
const dateStepMs = 1000
const lateMs = 1000

/**
 * Follows the server's clock from what the server says. A device clock that is set back meanwhile does not set it back;
 * one that is set forward is corrected by the next answer [design/live-67].
 */
export const makeServerClock = ({ wall, steady }: DeviceClocks): ServerClock => {
  let offset = 0
  let least: { readonly server: number; readonly steady: number } | null = null
  const now = () =>
    Math.round(
      Math.max(wall() + offset, least === null ? -Infinity : least.server + Math.max(0, steady() - least.steady)),
    )
  const set = (server: number) => {
    offset = server - wall()
    least = { server, steady: steady() }
  }
  return {
    now,
    set,
    hear(date, tookMs) {
      const from = date === null ? Number.NaN : Date.parse(date)
      if (Number.isNaN(from)) return
      const to = from + dateStepMs + tookMs
      if (now() < from - lateMs || now() > to + lateMs) set((from + to) / 2)
    },
  }
}

export const serverClock = makeServerClock({ wall: () => Date.now(), steady: () => performance.now() })

/** The server's clock, ms. */
export const serverNow = (): number => serverClock.now()

/** A time further ahead of the server's clock than this (ms) is from before that clock was set back. */
const aheadMs = 2000

/** Whether a value with the time `at` replaces one with the time `known`, ms [design/live-67]. */
export const isNewer = (at: number, known: number, now: number): boolean => at > known || known > now + aheadMs

/** The server's time, renewed each `every` ms while the component shows it. */
export const useNow = (every: number): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
