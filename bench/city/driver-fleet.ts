import { setTimeout as sleep } from 'node:timers/promises'
import { openDriverLink, type DriverLink } from './driver-link.ts'
import type { IngestAnswer, IngestOptions } from './ingest.ts'
import { nextWord, startProgram } from './start-program.ts'

/** Drivers who are linked to a server of their own and tell it where they are. */
export interface DriverFleet {
  readonly links: readonly DriverLink[]
  ask(drivers?: number): Promise<IngestAnswer>
  /** Each sends one position, then the next when all have been taken. Pings per second of the server's processor time. */
  flood(waves: number): Promise<number>
  /** So many in each second, whatever the answers; how long each took, ms. */
  pace(perSecond: number, seconds: number): Promise<number[]>
  close(): void
}

const within = async <T>(seconds: number, work: Promise<T>): Promise<T> => {
  let late: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, fail) => {
    late = setTimeout(
      () => fail(new Error('the comparison is void: a position was not taken as right')),
      seconds * 1000,
    )
  })
  return Promise.race([work, over]).finally(() => clearTimeout(late))
}

export const openDriverFleet = async (wish: IngestOptions, drivers: number): Promise<DriverFleet> => {
  const child = await startProgram('ingest')
  child.send(wish)
  const { url } = await nextWord<{ url: string }>(child)
  const plain = wish.way !== 'ours'
  const links: DriverLink[] = []
  for (let driver = 0; driver < drivers; driver++) links.push(await openDriverLink({ url, driver, plain }))

  const ask = (many = 0): Promise<IngestAnswer> => {
    child.send({ drivers: many })
    return nextWord<IngestAnswer>(child)
  }
  /** A plain server answers nothing: it is asked. */
  const allParsed = async (count: number): Promise<void> => {
    while ((await ask()).parsed < count) await sleep(1)
  }

  return {
    links,
    ask,
    flood: async (waves) => {
      const before = await ask()
      for (let wave = 1; wave <= waves; wave++) {
        await within(20, Promise.all(links.map((link) => link.send())))
        if (plain) await within(20, allParsed(before.parsed + wave * links.length))
      }
      const { micros } = await ask()
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
