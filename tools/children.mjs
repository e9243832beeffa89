import { spawn } from 'node:child_process'
import { root } from './root.mjs'

const MOST_MS = 2800
const running = new Map()

/** Starts a child process that ends with this one. */
export const startChild = (name, words, { env = {}, channel = false, input = false, onExit } = {}) => {
  const child = spawn(process.execPath, words, {
    cwd: root,
    // The child compares its parent id with this one and detects that the parent is gone, even if that happened before
    // the child's first line ran.
    env: { ...process.env, REMIS_STARTER_PID: String(process.pid), ...env },
    stdio: [input ? 'inherit' : 'ignore', 'inherit', 'inherit', ...(channel ? ['ipc'] : [])],
  })
  const gone = new Promise((done) => {
    child.once('exit', (code, signal) => {
      running.delete(child)
      done()
      onExit?.(code, signal)
    })
    child.once('error', done)
  })
  running.set(child, { name, gone })
  return child
}

export const stopChild = async (child) => {
  const entry = running.get(child)
  if (!entry) return
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), MOST_MS)
  await entry.gone
  clearTimeout(late)
}

/** Stops all children in parallel, each within three seconds. */
export const stopChildren = () => Promise.all([...running.keys()].map(stopChild))
