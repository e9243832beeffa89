import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAlive } from './is-alive.mjs'
import { inRoot } from './root.mjs'

const folder = inRoot('.cache', 'build.lock')

const holderLives = () => {
  try {
    return isAlive(Number(readFileSync(`${folder}/pid`, 'utf8')))
  } catch {
    return false
  }
}

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
    await new Promise((done) => setTimeout(done, 200))
    if (!holderLives() && tries > 2) rmSync(folder, { recursive: true, force: true })
  }
  writeFileSync(`${folder}/pid`, String(process.pid))
  try {
    return await work()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
