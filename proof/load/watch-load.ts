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
  /** how late a timer fired, ms: while the generator is late, its measurements are too long */
  readonly delays: { readonly generator: number; readonly server: number }
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

/** The server's own figure since it was last asked; ms. */
const serverDelay = async (base: string): Promise<number> => {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * 1000
}

/** Watches server, database, this process and its generator from now until it is stopped. */
export const watchLoad = async ({ pid, ready, base }: ServerProcess, calls: number) => {
  await serverDelay(base)
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const mb: number[] = []
  const timer = setInterval(() => mb.push(residentMb(pid)), 1000)
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
      const ours = cores.server + cores.database + cores.generator
      return {
        mb,
        cores: { ...cores, others: Math.max(0, (busySeconds() - busyBefore) / seconds - ours) },
        delays: { generator: delay.percentile(99) / 1e6 - 10, server: await serverDelay(base) },
      }
    },
  }
}
