import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { cpuSeconds, residentMb } from '../process-use.ts'
import type { ServerProcess } from '../server-process.ts'

/** The use of the machine by each process during a run. */
export interface LoadSeen {
  /** resident memory of the server, MB, once a second */
  readonly mb: readonly number[]
  /** of one core, each */
  readonly cores: {
    readonly server: number
    readonly database: number
    readonly generator: number
    /** other load of the machine, and what its host kept from it */
    readonly others: number
  }
  /**
   * the longest delay of the event loop in each second, ms: while the generator is late, its measurements are too long
   */
  readonly stalls: { readonly generator: readonly number[]; readonly server: readonly number[] }
  /** the server's collections of old objects */
  readonly collections: { readonly count: number; readonly seconds: number }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === pid ? [Number(name)] : []
    } catch {
      // It has ended meanwhile.
      return []
    }
  })

/** CPU seconds in which the machine was not idle, including those kept from it by its host. */
const busySeconds = (): number => {
  const [, user, nice, system, , , irq, softirq, steal] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .map(Number)
  return [user, nice, system, irq, softirq, steal].reduce<number>((sum, ticks) => sum + (ticks ?? 0), 0) / 100
}

/** The server's own figures; its longest delay is that since they were last asked for, ms. */
const serverFigures = async (base: string) => {
  const text = await (await fetch(`${base}/metrics`)).text()
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    )
  return {
    longestDelay: figure('nodejs_eventloop_lag_max_seconds') * 1000,
    collections: figure('nodejs_gc_duration_seconds_count{kind="major"}'),
    collecting: figure('nodejs_gc_duration_seconds_sum{kind="major"}'),
  }
}

/** Resolution of the delays, ms; a delay includes it. */
const resolution = 10

/** Watches server, database, this process and its generator from now until it is stopped. */
export const watchLoad = async ({ pid, ready, base }: ServerProcess, calls: number) => {
  const before = await serverFigures(base)
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const mb: number[] = []
  const stalls: { generator: number[]; server: number[] } = { generator: [], server: [] }
  const look = async (): Promise<void> => {
    mb.push(residentMb(pid))
    stalls.generator.push(delay.max / 1e6 - resolution)
    delay.reset()
    stalls.server.push((await serverFigures(base)).longestDelay - resolution)
  }
  // A failed sample means the server stopped: the calls count that.
  const timer = setInterval(() => void look().catch(() => undefined), 1000)
  const began = performance.now()
  const own = () => cpuSeconds(process.pid) + cpuSeconds(calls)
  const ownBefore = own()
  const serverBefore = cpuSeconds(pid)
  const busyBefore = busySeconds()
  // Connections stay open: the processes at the start are those at the end.
  const used = (): Map<number, number> => {
    const postgres = ready.databasePid === undefined ? [] : [ready.databasePid, ...childrenOf(ready.databasePid)]
    return new Map(postgres.map((one) => [one, cpuSeconds(one)]))
  }
  const databaseBefore = used()
  return {
    stop: async (): Promise<LoadSeen> => {
      clearInterval(timer)
      delay.disable()
      const seconds = (performance.now() - began) / 1000
      const database = [...used()].reduce((sum, [one, now]) => sum + now - (databaseBefore.get(one) ?? 0), 0)
      const cores = {
        server: (cpuSeconds(pid) - serverBefore) / seconds,
        database: database / seconds,
        generator: (own() - ownBefore) / seconds,
      }
      const after = await serverFigures(base)
      const ours = cores.server + cores.database + cores.generator
      return {
        mb,
        cores: { ...cores, others: Math.max(0, (busySeconds() - busyBefore) / seconds - ours) },
        stalls,
        collections: { count: after.collections - before.collections, seconds: after.collecting - before.collecting },
      }
    },
  }
}
