import { readdirSync, readFileSync } from 'node:fs'

/** A process as Linux reports it; `began` distinguishes it from a later one with the same number. */
export interface Running {
  readonly pid: number
  readonly began: string
  readonly words: string
}

const look = (pid: number): (Running & { readonly parent: number }) | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, began: fields[19] ?? '', words, parent: Number(fields[1]) }
  } catch {
    return undefined
  }
}

/** The process and all that it has started, directly or not. */
export const familyOf = (pid: number): Running[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => look(Number(name)) ?? [])
  const family = all.filter((one) => one.pid === pid)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

export const stillRunning = (family: readonly Running[]): Running[] =>
  family.filter(({ pid, began }) => look(pid)?.began === began)

/** MB of memory, with what processes share counted once among them. */
export const memoryOf = (family: readonly Running[]): number =>
  family.reduce((sum, { pid }) => sum + shareOf(pid) / 1024, 0)

/** kB; one of the database's processes may have ended meanwhile, then 0. */
const shareOf = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
