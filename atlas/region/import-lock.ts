import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT_MS = 2_000
/** A lock of another machine, or with the PID of this process, is stale without a heartbeat for this time. */
const SILENT_MS = 15_000
/** A lock with a live PID is stale without a heartbeat for this time: the PID was reused. */
const RECYCLED_MS = 10 * 60_000
const LOOK_MS = 250

/** Runs `work` under the lock of this folder; waits for another holder and replaces a stale lock. */
export const underImportLock = async <T>(
  dir: string,
  waiting: () => void,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> => {
  await mkdir(dir, { recursive: true })
  const file = join(dir, 'import.lock')
  const mine = `${hostname()} ${process.pid} ${Math.random()}`
  for (let told = false; !(await take(file, mine));) {
    signal?.throwIfAborted()
    if (await isStale(file)) {
      await rm(file, { force: true })
      continue
    }
    if (!told) waiting()
    told = true
    await sleep(LOOK_MS)
  }
  const beat = setInterval(() => void touch(file), BEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    if ((await readFile(file, 'utf8').catch(() => '')) === mine) await rm(file, { force: true })
  }
}

const take = async (file: string, mine: string): Promise<boolean> => {
  try {
    const handle = await open(file, 'wx')
    await handle.writeFile(mine)
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const touch = async (file: string): Promise<void> => {
  const now = new Date()
  await utimes(file, now, now).catch(() => undefined)
}

const isStale = async (file: string): Promise<boolean> => {
  try {
    const [host, pid] = (await readFile(file, 'utf8')).split(' ')
    const silent = Date.now() - (await stat(file)).mtimeMs
    // An empty file: its creator has not written to it yet, or ended before.
    if (!pid) return silent > BEAT_MS
    if (host !== hostname() || Number(pid) === process.pid) return silent > SILENT_MS
    return !isAlive(Number(pid)) || silent > RECYCLED_MS
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT'
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
