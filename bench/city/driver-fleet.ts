import { setTimeout as sleep } from 'node:timers/promises'
import { openDriverLink, type DriverLink } from './driver-link.ts'
import type { IngestAnswer, IngestOptions } from './ingest.ts'
import { nextMessage, startProgram } from './start-program.ts'

/** Drivers connected to a server that send it their positions. */
export interface DriverFleet {
  readonly links: readonly DriverLink[]
  query(drivers?: number): Promise<IngestAnswer>
  /**
   * Each sends one position, then the next when all have been acknowledged. Pings per second of the server's processor
   * time.
   */
  flood(waves: number): Promise<number>
  /** Sends `perSecond` positions a second without waiting for answers; returns the time until each answer, ms. */
  pace(perSecond: number, seconds: number): Promise<number[]>
  close(): void
}

const within = async <T>(seconds: number, work: Promise<T>): Promise<T> => {
  let late: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, fail) => {
    late = setTimeout(() => fail(new Error('the comparison is void: a position was not acknowledged')), seconds * 1000)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(late))
}

export const openDriverFleet = async (options: IngestOptions, drivers: number): Promise<DriverFleet> => {
  const child = await startProgram('ingest')
  child.send(options)
  const { url } = await nextMessage<{ url: string }>(child)
  const plain = options.way !== 'ours'
  const links: DriverLink[] = []
  for (let driver = 0; driver < drivers; driver++) links.push(await openDriverLink({ url, driver, plain }))

  const query = (many = 0): Promise<IngestAnswer> => {
    child.send({ drivers: many })
    return nextMessage<IngestAnswer>(child)
  }
  /** A plain server does not acknowledge: its count is polled. */
  const allParsed = async (count: number): Promise<void> => {
    while ((await query()).parsed < count) await sleep(1)
  }

  return {
    links,
    query,
    flood: async (waves) => {
      const before = await query()
      for (let wave = 1; wave <= waves; wave++) {
        await within(20, Promise.all(links.map((link) => link.send())))
        if (plain) await within(20, allParsed(before.parsed + wave * links.length))
      }
      const { micros } = await query()
      return (waves * links.length) / ((micros - before.micros) / 1_000_000)
    },
    pace: async (perSecond, seconds) => {
      const took: number[] = []
      const all: Promise<unknown>[] = []
      const began = performance.now()
      for (let sent = 0; sent < perSecond * seconds;) {
        for (const due = ((performance.now() - began) / 1000) * perSecond; sent < due; sent++) {
          const since = performance.now()
          const link = links[sent % links.length]
          if (link) all.push(link.send().then(() => took.push(performance.now() - since)))
        }
        await sleep(5)
      }
      await within(20, Promise.all(all))
      return took
    },
    close: () => {
      for (const link of links) link.close()
      child.kill('SIGKILL')
    },
  }
}
