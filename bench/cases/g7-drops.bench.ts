import { setTimeout as sleep } from 'node:timers/promises'
import { room } from '@remis/domain/live/live-events'
import { openCuttingProxy } from '../../server/testing/cutting-proxy.ts'
import { openPlainClient } from '../../server/testing/plain-client.ts'
import { openLiveLink } from '../../simulator/live-link.ts'
import { driverOf, tokenOf } from '../city/rides.ts'
import { nextMessage, startProgram } from '../city/start-program.ts'
import type { BroadcasterTask, BroadcasterOptions } from '../city/broadcaster.ts'
import { insist, SECONDS } from '../pairs.ts'
import type { Found } from '../report/found.ts'
import type { Row } from '../report/row.ts'
import { withRides } from '../with-postgres.ts'

/** G7: links that are cut for 2 s in every 10 s: how many events arrive once and in order. */
const CLIENTS = 100
const PERIODS = SECONDS >= 3 ? 4 : 2
const PERIOD_MS = 10_000
const CUT_MS = 2000
const EVERY_MS = 200

type Way = BroadcasterOptions['way']
const ways: readonly Way[] = ['ours', 'socket.io', 'socket.io with recovery']

interface Listener {
  /** What was handed to the screen, in the order of arrival. */
  readonly seen: readonly number[]
  /** Ours: how often everything had to be loaded; 1 is the first load. */
  readonly reloads: () => number
  connected(): boolean
  close(): void
}

/** Our own client as the trial fleet uses it: it reconnects with its last number and resumes there. */
const listenToOurs = (base: string, i: number): Listener => {
  const seen: number[] = []
  let reloads = 0
  const session = {
    enter: () => Promise.resolve(driverOf(i)),
    token: () => tokenOf(i),
    forget: () => undefined,
    leave: () => Promise.resolve(),
    call: () => Promise.reject(new Error('this transport only receives')),
  }
  const link = openLiveLink(base, session, {
    event: ({ subject }) => seen.push(Number(subject)),
    reload: () => reloads++,
  })
  return { seen, reloads: () => reloads, connected: () => link.connected() && reloads > 0, close: () => link.close() }
}

const listenToPlain = (base: string): Listener => {
  const seen: number[] = []
  const client = openPlainClient(base, (n) => seen.push(n))
  return { seen, reloads: () => 1, connected: () => client.connected(), close: () => client.close() }
}

const openBroadcaster = async (way: Way, connection: BroadcasterOptions['connection']) => {
  const child = await startProgram('broadcaster')
  const rooms = Array.from({ length: CLIENTS }, (_, i) => room.user(driverOf(i)))
  child.send({ way, connection, rooms } satisfies BroadcasterOptions)
  const { url } = await nextMessage<{ url: string }>(child)
  const proxy = await openCuttingProxy(url)
  const listeners = Array.from({ length: CLIENTS }, (_, i) =>
    way === 'ours' ? listenToOurs(proxy.base, i) : listenToPlain(proxy.base),
  )
  const all = async (): Promise<void> => {
    for (let wait = 0; wait < 300 && !listeners.every((one) => one.connected()); wait++) await sleep(50)
    insist(
      listeners.every((one) => one.connected()),
      `some clients are not connected to ${way}`,
    )
  }
  return {
    proxy,
    listeners,
    all,
    send: async (task: BroadcasterTask): Promise<void> => {
      child.send(task)
      const { sent } = await nextMessage<{ sent: number }>(child)
      insist(sent === task.numbers, 'not all events were sent')
    },
    close: async () => {
      for (const one of listeners) one.close()
      await proxy.close()
      child.kill('SIGKILL')
    },
  }
}

/** The share of numbers that arrived once and after all those before them; repeated or late ones count against it. */
const shareOf = ({ seen }: Listener, numbers: number): number => {
  let last = 0
  let right = 0
  for (const n of seen) {
    right += n > last ? 1 : -1
    last = Math.max(last, n)
  }
  return Math.max(0, right) / numbers
}

const percent = (share: number): string => `${(share * 100).toFixed(share === 1 ? 1 : 2)} %`

/** All three at the same time and cut at the same moments, so that conditions are equal. */
export const dropsBench = (): Promise<Found> =>
  withRides(CLIENTS, async (connection) => {
    const broadcasters = await Promise.all(ways.map((way) => openBroadcaster(way, connection)))
    const numbers = (PERIODS * PERIOD_MS) / EVERY_MS
    try {
      for (const broadcaster of broadcasters) await broadcaster.all()
      const sending = Promise.all(broadcasters.map((broadcaster) => broadcaster.send({ numbers, everyMs: EVERY_MS })))
      for (let period = 0; period < PERIODS; period++) {
        await sleep(PERIOD_MS / 2)
        for (const { proxy } of broadcasters) proxy.cut()
        await sleep(CUT_MS)
        for (const { proxy } of broadcasters) proxy.mend()
        await sleep(PERIOD_MS / 2 - CUT_MS)
      }
      await sending
      for (const broadcaster of broadcasters) await broadcaster.all()
      // Waits for the last ones to arrive.
      await sleep(2000)
    } finally {
      await Promise.all(broadcasters.map((broadcaster) => broadcaster.close()))
    }
    const shares = broadcasters.map(({ listeners }) => listeners.map((one) => shareOf(one, numbers)))
    const mean = (all: readonly number[]): number => all.reduce((sum, share) => sum + share, 0) / all.length
    const [ours = [], plain = [], recovering = []] = shares
    insist(mean(plain) < 0.95, `the cuts took next to nothing from those who do not resume: ${percent(mean(plain))}`)
    const reloads = (broadcasters[0]?.listeners ?? []).filter((one) => one.reloads() > 1).length
    const about = { goal: 'G7', what: `come through once and in order, cut 2 s in 10 s, ${CLIENTS} screens` }
    const row = (peer: string, theirs: readonly number[], note?: string): Row => ({
      ...about,
      peer,
      ours: percent(mean(ours)),
      theirs: percent(mean(theirs)),
      ratio: {
        median: mean(ours) / mean(theirs),
        low: Math.min(...ours) / mean(theirs),
        high: Math.max(...ours) / mean(theirs),
      },
      target: { atLeast: 1 },
      ...(note === undefined ? {} : { note }),
    })
    const note = `${numbers} events in ${(numbers * EVERY_MS) / 1000} s to each; ${reloads} of ${CLIENTS} had to reload. The spread is from the worst screen to the best.`
    return {
      rows: [
        row('bar', [1], note),
        row('socket.io as it comes', plain),
        row('socket.io with connection state recovery', recovering),
      ],
    }
  })
