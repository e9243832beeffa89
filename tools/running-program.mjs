import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isAlive, startedAt } from './is-alive.mjs'
import { root } from './root.mjs'

/** A holder touches its lock every two seconds. */
const SILENT_MS = 15_000

/** Where the server keeps its data when it cannot reach the folder that was asked for. */
const FALLBACK = '/var/lib/remis'

/** Whether the process runs from this folder; true if `/proc` cannot be read. */
const runsFromHere = (pid) => {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === root || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${root}/`)
    )
  } catch {
    return true
  }
}

/** `npm run dev` runs the sources, so a build changes nothing for it. */
const runsSources = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/start.ts')
  } catch {
    return false
  }
}

const isHolder = ({ pid, started }) =>
  Number.isInteger(pid) && isAlive(pid) && ['', started].includes(startedAt(pid)) && runsFromHere(pid)

const findHolder = (folder) => {
  const file = join(folder, 'server.lock')
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'))
    return isHolder(holder) ? { name: `process ${holder.pid}`, sources: runsSources(holder.pid) } : undefined
  } catch (error) {
    // Only the times of another user's lock can be read.
    if (error.code !== 'EACCES' || folder === FALLBACK) return undefined
    const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return Date.now() - touched < SILENT_MS ? { name: 'of another user', sources: false } : undefined
  }
}

/**
 * Refuses an install or a build while a server or command runs from this folder: it would lose the packages and files
 * that it loads later [design/data-116]. Throws an error with one line.
 */
export const checkNotRunning = (what) => {
  const asked = resolve(root, process.env.DATA_DIR || 'data')
  const holder = findHolder(asked) ?? findHolder(FALLBACK)
  if (holder === undefined || (what === 'build' && holder.sources)) return
  throw new Error(
    `Remis runs from this folder (${holder.name}), and ${what === 'build' ? 'its program has' : 'its packages have'} changed since. Stop or restart it first, then run this again.`,
  )
}
