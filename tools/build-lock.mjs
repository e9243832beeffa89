import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAlive, startedAt } from './is-alive.mjs'
import { inRoot } from './root.mjs'
import { print } from './terminal.mjs'

const folder = inRoot('.cache', 'build.lock')

/** The process that builds, unless it has ended or its id was recycled. */
const findHolder = () => {
  try {
    const [pid, started] = readFileSync(`${folder}/pid`, 'utf8').split(' ')
    return isAlive(Number(pid)) && (started ?? startedAt(pid)) === startedAt(pid) ? pid : undefined
  } catch {
    return undefined
  }
}

const LOOK_MS = 200
const SAY_AFTER = 3000 / LOOK_MS

/** Two starts at the same time would write the same files: the second waits and finds them built. */
export const underBuildLock = async (work) => {
  mkdirSync(inRoot('.cache'), { recursive: true })
  for (let tries = 0; ; tries++) {
    try {
      mkdirSync(folder)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    // Gives the holder time to write its process id.
    await new Promise((done) => setTimeout(done, LOOK_MS))
    const holder = findHolder()
    if (holder === undefined && tries > 2) rmSync(folder, { recursive: true, force: true })
    if (holder !== undefined && tries === SAY_AFTER) print(`· Waiting for another build (process ${holder})`)
  }
  writeFileSync(`${folder}/pid`, `${process.pid} ${startedAt(process.pid)}`)
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
